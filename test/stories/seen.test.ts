import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { realClock } from '../../daemon/clock.ts';
import { networksCommand, networksTable } from '../../daemon/commands/networks.ts';
import { provisionCommand } from '../../daemon/commands/provision.ts';
import { controlDoor } from '../../daemon/control/door.ts';
import type { NetworksAnswer } from '../../daemon/network-calls.ts';
import { networkCalls, networksAnswer } from '../../daemon/network-calls.ts';
import { pathsUnder } from '../../daemon/paths.ts';
import { provisionRequest } from '../../daemon/provision-request.ts';
import { minutes, seconds } from '../../netplan/duration.ts';
import { keptLog } from '../support/kept-log.ts';
import { linked } from '../support/links.ts';
import { until } from '../support/private-bus.ts';
import { simulate } from '../support/simulate.ts';

const roaming = { turn_on_hotspot_if_wifi_has_no_internet: true };
const entry = (ssid: string, priority: number, more: object = {}) => ({
  type: 'wifi',
  ssid,
  psk: `${ssid} password`,
  priority,
  ...more,
});
const router = (ssid: string, more: object = {}) => ({ ssid, password: `${ssid} password`, ...more });

async function device() {
  const town = simulate({ accessPoints: [router('Good'), router('Dead', { internet: 'no' }), router('Spare')] });
  const additional_networks = {
    good: entry('Good', 50, { ipv4_route_metric: 70 }),
    dead: entry('Dead', 1),
    spare: entry('Spare', 5),
    far: entry('Far', 99),
    cable: { type: 'wired' },
  };
  const made = await town.device(roaming, { settings: { additional_networks } });
  if (!(await town.until(() => linked(town) === 'Good', minutes(2)))) throw new Error('not online');
  await town.pass(minutes(1));
  return { town, made };
}

/** The commands, asking this device over a socket of its own. */
async function asking(t: Test, { town, made }: Awaited<ReturnType<typeof device>>) {
  const root = await mkdtemp(join(tmpdir(), 'networks-'));
  const path = pathsUnder(root).control;
  const stop = new AbortController();
  const door = controlDoor({ path, calls: networkCalls(made.core, town.clock), log: keptLog().log });
  const running = door.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
    await rm(root, { recursive: true });
    await town.end();
  });
  await until(async () => (await stat(path).catch(() => undefined))?.isSocket() === true);
  const options = {
    config: undefined,
    defaults: undefined,
    root,
    debug: false,
    wait: false,
    devMode: true,
    fastStart: false,
  };
  return async (command: typeof networksCommand, ...args: readonly string[]) => {
    let [output, complaints] = ['', ''];
    const asked = command
      .run(args, { options, print: (text) => (output += text), complain: (text) => (complaints += text) })
      .catch((error: unknown) => {
        complaints += String(error);
        return 1;
      });
    let status: number | undefined;
    void asked.then((end) => {
      status = end;
    });
    // The town's time goes on while the command waits over a real socket.
    await until(async () => {
      await town.pass(seconds(1));
      return status !== undefined;
    });
    return { status, output, complaints };
  };
}

t.test('networks: each with its reason, the one in use first, and no name moves a cursor', async (t) => {
  const all = await device();
  const ask = await asking(t, all);
  const { status, output } = await ask(networksCommand);
  t.equal(status, 0);
  const lines = output.split('\n');
  t.match(lines[0], /^NAME +KIND +PRIORITY +STATE +TRIED +RESULT +METRIC +WHY$/);
  t.match(lines[1], /^good +wifi +50 +in-use +\S+ ago +joined +70 +carries a link, with internet$/);
  t.match(output, /^far .* out-of-sight .* 600 +is not in reach$/m);
  t.match(output, /^spare .* not-better /m);
  t.match(output, /^cable +wired .* 100 /m);
  const json = JSON.parse((await ask(networksCommand, '--json')).output) as NetworksAnswer;
  const states = ({ networks }: NetworksAnswer) => networks.map(({ name, state }) => `${name} ${state}`);
  t.strictSame(states(json), states(networksAnswer(all.made.core, all.town.clock.now())));
  t.notMatch(JSON.stringify(json), /password/);
  const [row] = json.networks;
  t.match(networksTable([{ ...(row as NonNullable<typeof row>), name: 'H\u001b[2J\u202ehall' }]), /^H·\[2J·hall /m);
});

t.test('explain says what comes next: by the words by which it is decided', async (t) => {
  const all = await device();
  const ask = await asking(t, all);
  t.match((await ask(networksCommand, 'explain')).output, /^It stays where it is\.\n {2}good carries a link/);
  all.town.change('Good', { on: false });
  await all.town.until(() => linked(all.town) === 'Spare', minutes(2));
  await all.town.pass(minutes(1));
  all.town.change('Good', { on: true });
  await all.town.until(() => all.made.state.roaming.better !== undefined, minutes(2));
  t.match((await ask(networksCommand, 'explain')).output, /^It moves to good in \d+m?\d*s? if that stays in reach/);
  const tried = all.made.decisions.find(
    ({ text, evidence }) => text === 'trying a known network' && evidence['others'],
  );
  t.match(tried?.evidence['others'], /far: out-of-sight/, 'the log says the same');
});

t.test('test joins, says what came of it, and returns by itself', async (t) => {
  const all = await device();
  const ask = await asking(t, all);
  t.match(await ask(networksCommand, 'test', 'spare'), { status: 0, output: 'spare: joined, internet: yes\n' });
  await all.town.pass(seconds(15));
  t.equal(linked(all.town), 'Good');
  t.match(await ask(networksCommand, 'test', 'dead'), { status: 1, output: 'dead: no-internet\n' });
  t.match(await ask(networksCommand, 'test', 'far'), { status: 1, output: 'far: network-not-found\n' });
  await all.town.pass(seconds(15));
  t.equal(linked(all.town), 'Good');
  t.equal(all.made.mode, 'station');
  t.match(await ask(networksCommand, 'test', 'good'), { status: 1, complaints: /in use/ });
  t.match(await ask(networksCommand, 'test', 'nobody'), { status: 1, complaints: /no saved network "nobody"/ });
  t.match(await ask(networksCommand, 'tset'), { status: 2, complaints: /usage/ });
  t.equal((await all.town.town.networks().observe()).guard, undefined);
});

t.test('provision starts the hotspot, for the retry time; so does a touched file', async (t) => {
  const all = await device();
  const ask = await asking(t, all);
  t.match(await ask(provisionCommand), { status: 0, output: 'the hotspot starts now, for 10m\n' });
  t.equal(all.made.mode, 'hotspot');
  t.match(await ask(provisionCommand), { output: 'the hotspot stays, for 10m\n' });
  t.ok(await all.town.until(() => linked(all.town) === 'Good', minutes(14)), 'and then the device is online again');

  const folder = await mkdtemp(join(tmpdir(), 'request-'));
  const path = join(folder, 'provision');
  const stop = new AbortController();
  let requests = 0;
  const unit = provisionRequest(path, () => void requests++, realClock(), keptLog().log);
  const running = unit.run(stop.signal);
  for (const count of [1, 2]) {
    await promisify(execFile)('touch', [path]);
    await until(async () => requests === count);
    t.equal(await stat(path).catch(() => 'gone'), 'gone');
  }
  await writeFile(join(folder, 'something else'), '');
  stop.abort();
  await running;
  t.equal(requests, 2);
  await rm(folder, { recursive: true });
});

t.test('a person with a phone is told the same', async (t) => {
  const { town, made } = await device();
  const told = made.session.saved();
  const { networks } = networksAnswer(made.core, town.clock.now());
  t.strictSame(
    told.map(({ name, state, priority }) => ({ name, state, priority })),
    networks.map(({ name, state, priority }) => ({ name, state, priority })),
  );
  t.match(told[0], { name: 'good', state: 'in-use', result: 'joined', routeMetric: 70 });
  t.ok((told[0]?.triedAgo ?? 0) >= seconds(30));
  await town.end();
});
