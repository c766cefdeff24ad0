import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type HookWords, type RunHook, runHook, stateHook } from '../../daemon/state-hook.ts';
import { seconds } from '../../netplan/duration.ts';
import { keptLog } from '../support/kept-log.ts';
import { simulate } from '../support/simulate.ts';

const words: HookWords = { MACHINE_MODE: 'hotspot', MACHINE_ONLINE: 'no', MACHINE_ATTEMPT: '', MACHINE_REASON: '' };
const never = new AbortController().signal;
const well = { well: true, complaint: '' };

/** A device with a lamp, from before its first hotspot on. */
async function withLamp(
  run: (town: ReturnType<typeof simulate>) => RunHook,
  program: () => string | undefined = () => '/opt/lamp',
) {
  const town = simulate({ accessPoints: [{ ssid: 'Home', password: 'correct horse' }] });
  const device = await town.device();
  const { log, records } = keptLog();
  const end = new AbortController();
  const ended = stateHook({ core: device.core, clock: town.clock, log, program, run: run(town) }).run(end.signal);
  const close = async () => {
    end.abort();
    await ended;
    await town.end();
  };
  const toHotspot = () => town.until(() => town.town.view().hotspot.state === 'up');
  return { town, records, close, toHotspot };
}

t.test('a lamp sees the whole journey, in order', async (t) => {
  const seen: string[] = [];
  const { town, toHotspot, close } = await withLamp(() => async (program, shown) => {
    seen.push([program, ...Object.values(shown)].join(' ').trim());
    return well;
  });
  await toHotspot();
  t.strictSame(seen.slice(-1), ['/opt/lamp hotspot no']);
  const phone = await town.joinHotspot('machine-setup-box1');
  await phone.submit({ ssid: 'Home', psk: 'wrong horse' });
  await town.settle();
  await toHotspot();
  t.ok(
    seen.some((line) => line.startsWith('/opt/lamp trying-submitted no')),
    seen.join('\n'),
  );
  t.match(seen.at(-1), /^\/opt\/lamp hotspot no failed wrong-password$/);
  await phone.rejoin();
  await phone.submit({ ssid: 'Home', psk: 'correct horse' });
  await town.settle();
  t.match(seen.at(-1), /^\/opt\/lamp station yes connected$/);
  t.equal(new Set(seen.map((line, index) => (line === seen[index - 1] ? 'twice' : ''))).has('twice'), false);
  await close();
});

t.test('one runs at a time, and what came and went meanwhile is not shown any more', async (t) => {
  let running = 0;
  let most = 0;
  const seen: string[] = [];
  const { town, toHotspot, close } = await withLamp((town) => async (_program, { MACHINE_MODE }, signal) => {
    most = Math.max(most, ++running);
    seen.push(MACHINE_MODE);
    await town.clock.wait(seconds(300), signal);
    running--;
    return well;
  });
  await toHotspot();
  await town.pass(seconds(700));
  t.equal(most, 1);
  t.ok(seen.length <= 5, seen.join());
  await close();
});

t.test('a failure is said once, and delays nothing; without the setting it runs nothing', async (t) => {
  let path: string | undefined = '/opt/broken';
  let runs = 0;
  const run: RunHook = async () => {
    runs++;
    return { well: false, complaint: 'no such lamp' };
  };
  const { town, toHotspot, records, close } = await withLamp(
    () => run,
    () => path,
  );
  await toHotspot();
  t.ok(runs > 1);
  t.match(
    records.filter(({ level }) => level === 'warn'),
    [{ evidence: { program: '/opt/broken', complaint: 'no such lamp' } }],
  );
  path = undefined;
  const before = runs;
  const phone = await town.joinHotspot('machine-setup-box1');
  await phone.submit({ ssid: 'Home', psk: 'correct horse' });
  await town.settle();
  t.equal(runs, before);
  await close();
});

function program(t: Test, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hook-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'lamp');
  writeFileSync(path, `#!/bin/sh\ncd ${folder}\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

t.test('a program gets the words in its environment and the mode as its argument, and nothing of ours', async (t) => {
  process.env['NOTIFY_SOCKET'] = '/run/somewhere';
  t.teardown(() => delete process.env['NOTIFY_SOCKET']);
  const path = program(t, 'echo "$1" > said; env >> said');
  t.strictSame(await runHook(path, words, never), well);
  const said = readFileSync(join(path, '../said'), 'utf8');
  t.match(said, /^hotspot\n/);
  t.match(said, /^MACHINE_MODE=hotspot$/m);
  t.match(said, /^MACHINE_REASON=$/m);
  t.notMatch(said, /NOTIFY_SOCKET/);
});

t.test('what is missing, fails or says too much is a complaint, never an exception', async (t) => {
  t.match(await runHook('/nowhere/lamp', words, never), { well: false, complaint: /ENOENT/ });
  t.match(await runHook(program(t, 'echo no such lamp >&2; exit 3'), words, never), {
    well: false,
    complaint: 'no such lamp',
  });
  t.match(await runHook(program(t, 'exec yes'), words, never), { well: false });
});

t.test('one that never ends is ended with the agent', async (t) => {
  const path = program(t, 'touch started; exec sleep 600');
  const end = new AbortController();
  const run = runHook(path, words, end.signal);
  for (let tries = 0; tries < 1000 && !existsSync(join(path, '../started')); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  end.abort();
  t.match(await run, { well: false });
});
