// In a guest with systemd.
// machine-server under the installed agent: its control group, memory, ninety seconds to end, and systemd as the measure.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { check, printed, step, until } from '../story.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const systemctl = (...args: readonly string[]) => execa('systemctl', args, { timeout: 300_000 });
const show = async (name: string) => (await systemctl('show', '-P', name, 'machine-agent')).stdout;
const program = '/var/lib/machine-agent/bin/machine-server';
const notes = '/run/notes';
const group = '/sys/fs/cgroup/system.slice/machine-agent.service/machine-server';
const pids = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
const isThere = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
const log = () => printed('journalctl', '--unit=machine-agent', '-o', 'cat', '--no-pager');
const times = async (text: string) => (await log()).split(text).length - 1;

/** The agent with this server, started anew, until the server runs. */
async function serverIs(fixture: string, environment: Record<string, string> = {}): Promise<number> {
  await systemctl('stop', 'machine-agent');
  rmSync(notes, { recursive: true, force: true });
  mkdirSync(notes);
  const settings = { viam_server_env: { NOTES: notes, ...environment } };
  writeFileSync('/etc/machine-defaults.json', JSON.stringify({ advanced_settings: settings }));
  copyFileSync(`${root}test/fixtures/servers/${fixture}`, program);
  const before = await times('"to":"running"');
  await systemctl('start', 'machine-agent');
  await until(120, async () => (await times('"to":"running"')) > before);
  const [pid] = pids(`${group}/cgroup.procs`);
  assert.ok(pid !== undefined);
  return pid;
}

await check('the system has started', () => systemctl('is-system-running', '--wait'));
await execa('node', [`${root}daemon/main.ts`, '--install'], { timeout: 120_000 });
mkdirSync('/var/lib/machine-agent/bin', { recursive: true });
writeFileSync('/etc/machine.json', '{"cloud":{"app_address":"http://127.0.0.1:1","id":"m","secret":"s"}}', {
  mode: 0o600,
});

step('the control group');
await check('the server and all its children are in one of their own, the agent is not', async () => {
  await serverIs('exclusive.sh');
  assert.equal(pids(`${group}/cgroup.procs`).length, 4);
  assert.match(readFileSync(`/proc/${await show('MainPID')}/cgroup`, 'utf8'), /machine-agent\.service$/m);
});
await check('a child that cleared its environment and began its own session ends with the server', async () => {
  const server = await serverIs('hides.sh');
  const [hidden = 0] = pids(`${notes}/daemons`);
  assert.ok(isThere(hidden));
  process.kill(server, 'SIGKILL');
  await until(60, () => !isThere(hidden));
  await until(60, () => pids(`${notes}/daemons`).length === 2);
});
await check('a fork bomb ends with the server', async () => {
  await serverIs('fork-bomb.sh', { BOMB_SIZE: '60' });
  await until(60, () => pids(`${notes}/bombs`).length >= 60);
  // It is deaf to SIGTERM: the agent kills it after two minutes, and systemd waits for that.
  await systemctl('stop', 'machine-agent');
  assert.equal(await show('Result'), 'success');
  assert.equal(await printed('pidof', '-x', 'machine-server'), '');
});

step('memory');
await check('a server that takes too much is told apart from one that crashes, and the agent lives', async () => {
  await serverIs('serves.sh');
  const agent = await show('MainPID');
  writeFileSync(program, `#!/bin/sh\necho 'serving {"url": "http://127.0.0.1:1"}'\nexec tail /dev/zero\n`);
  // Twice what the agent has. A process of a guest cannot have more than 65,530 pages of the host, 256 MB.
  await systemctl('set-property', '--runtime', 'machine-agent', 'MemoryMax=220M', 'MemorySwapMax=0');
  process.kill(pids(`${group}/cgroup.procs`)[0] ?? 0, 'SIGKILL');
  await until(180, async () => (await times('the system ended it for lack of memory')) > 0);
  assert.equal(await show('MainPID'), agent);
  await systemctl('revert', 'machine-agent');
});

step('ending');
await check('a server that needs ninety seconds to end gets them, also from systemctl stop', async () => {
  await serverIs('slow-stop.sh', { STOP_SECONDS: '90' });
  await systemctl('stop', 'machine-agent');
  assert.ok(existsSync(`${notes}/stopped-well`));
  assert.equal(await show('Result'), 'success');
});
await check('a restart of the service stops the old server and starts one new one', async () => {
  const before = await serverIs('exclusive.sh');
  await systemctl('restart', 'machine-agent');
  await until(60, () => pids(`${notes}/starts`).length === 2);
  assert.ok(!isThere(before));
  assert.ok(!existsSync(`${notes}/two`));
});
await check('the agent killed with -9 ten times: the same server, and never two', async () => {
  const server = await serverIs('exclusive.sh');
  for (let kill = 0; kill < 10; kill++) {
    const agent = await show('MainPID');
    await systemctl('kill', '--signal=KILL', '--kill-who=main', 'machine-agent');
    await until(90, async () => (await show('MainPID')) !== agent && (await show('ActiveState')) === 'active');
  }
  assert.ok(isThere(server));
  assert.equal(pids(`${notes}/starts`).length, 1);
});
await systemctl('stop', 'machine-agent');

step('beside systemd');
await check('from a crash to the next start it is at most a fifth slower than Restart=always', async () => {
  const bench = await execa('node', [`${root}test/bench/main.ts`, 'server', '--json', '--rounds', '9'], {
    timeout: 600_000,
    // Another figure needs what this kernel does not count (/proc/PID/io).
    reject: false,
  });
  const figure = bench.stdout.split('\n').find((line) => line.includes('"restart"')) ?? '{}';
  console.log(figure);
  const { ours, peer, ratio } = JSON.parse(figure);
  assert.ok(ours > 0 && peer > 0 && ratio <= 1.2, figure);
});
