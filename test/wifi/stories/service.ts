// In a guest with systemd.
// The agent as the service that --install makes of it: ready, watched, restarted, stopped, removed.
import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { active } from '../agent.ts';
import { check, printed, step, until } from '../story.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const agent = (...args: readonly string[]) => execa('node', [`${root}daemon/main.ts`, ...args], { timeout: 120_000 });
const systemctl = (...args: readonly string[]) => execa('systemctl', args, { timeout: 240_000 });
const show = async (name: string) => (await systemctl('show', '-P', name, 'machine-agent')).stdout;
const journal = async () => {
  const { stdout } = await execa('journalctl', ['--unit=machine-agent', '-o', 'json', '--no-pager']);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>);
};
const ours = async () => (await journal()).filter(({ MESSAGE }) => MESSAGE?.startsWith('{"level"'));
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const dropIn = '/etc/systemd/system/machine-agent.service.d';

await check('the system has started', () => systemctl('is-system-running', '--wait'));

step('installing');
await check('--install makes a service that starts with the system', async () => {
  await agent('--install');
  assert.equal((await systemctl('is-enabled', 'machine-agent')).stdout, 'enabled');
  assert.match((await agent('--install')).stdout, /everything was installed already/);
});

step('running');
await check('it starts, and is active only once it has said that it is ready', async () => {
  await systemctl('start', 'machine-agent');
  assert.equal(await show('ActiveState'), 'active');
  await until(30, async () => (await ours()).some(({ MESSAGE }) => MESSAGE?.includes('"msg":"ready"')));
});
await check('its lines are in the journal as JSON, each with its priority', async () => {
  const lines = await ours();
  assert.ok(lines.length > 0);
  for (const { MESSAGE = '', PRIORITY } of lines) {
    const { level } = JSON.parse(MESSAGE);
    assert.equal(PRIORITY, { debug: '7', info: '6', warn: '4', error: '3', fatal: '2' }[String(level)]);
  }
});
await check('its folders are private', () => {
  assert.deepEqual([mode('/var/lib/machine-agent'), mode('/run/machine-agent')], ['700', '700']);
});
await check('what its children inherit does not lead to systemd', async () => {
  const program = '#!/bin/sh\nenv > /run/server-environment\nexec sleep 1000\n';
  mkdirSync('/var/lib/machine-agent/bin', { recursive: true });
  writeFileSync('/var/lib/machine-agent/bin/machine-server', program, { mode: 0o755 });
  writeFileSync('/etc/machine.json', '{"cloud":{"app_address":"http://127.0.0.1:1","id":"m","secret":"s"}}', {
    mode: 0o600,
  });
  const environment = await until(90, () =>
    printed('cat', '/run/server-environment').then((text) => text.includes('PATH=') && text),
  );
  assert.doesNotMatch(environment, /NOTIFY_SOCKET|WATCHDOG|LISTEN_/);
});

step('failing');
await check(
  'killed with -9 it is there again, remembers how long it was offline, and takes its server over',
  async () => {
    const server = (await printed('pidof', '-x', 'machine-server')).trim();
    const before = statSync('/run/machine-agent').ino;
    await systemctl('kill', '--signal=KILL', '--kill-who=main', 'machine-agent');
    await until(90, async () => (await show('NRestarts')) === '1' && (await show('ActiveState')) === 'active');
    assert.equal(statSync('/run/machine-agent').ino, before);
    assert.equal((await printed('pidof', '-x', 'machine-server')).trim(), server);
  },
);
await check('one that stands still is ended by the watchdog, and started again', async () => {
  mkdirSync(dropIn, { recursive: true });
  writeFileSync(`${dropIn}/watchdog.conf`, '[Service]\nWatchdogSec=20\n');
  await systemctl('daemon-reload');
  await systemctl('restart', 'machine-agent');
  const pid = await show('MainPID');
  await until(70, async () => Number(await show('WatchdogTimestampMonotonic')) > 0);
  await execa('kill', ['-STOP', pid]);
  await until(300, async () => (await show('MainPID')) !== pid && (await show('ActiveState')) === 'active');
  assert.match(await printed('journalctl', '--unit=machine-agent', '-o', 'cat'), /Watchdog timeout/);
});
await check('one that moves is left alone by the watchdog', async () => {
  const pid = await show('MainPID');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  assert.equal(await show('MainPID'), pid);
});

step('asking for more');
await check('/etc/default/machine-agent reaches it', async () => {
  writeFileSync('/etc/default/machine-agent', 'AGENT_DEBUG=1\n');
  await systemctl('restart', 'machine-agent');
  await until(60, async () => (await ours()).some(({ PRIORITY }) => PRIORITY === '7'));
});

step('ending');
await check('systemctl stop ends it and its server, in time and in order', async () => {
  await systemctl('stop', 'machine-agent');
  assert.equal(await show('Result'), 'success');
  assert.equal(await printed('pidof', '-x', 'machine-server'), '');
});
await check('the uninstaller leaves nothing but what belongs to the machine', async () => {
  const hotspots = async () => (await active()).filter((name) => name.startsWith('Hotspot'));
  const radio = () => printed('nmcli', '-g', 'GENERAL.STATE,GENERAL.AUTOCONNECT', 'device', 'show', 'wlan0');
  await systemctl('start', 'machine-agent');
  await agent('provision');
  await until(120, async () => (await hotspots()).length === 1 && /no$/.test((await radio()).trim()));
  await execa('sh', [`${root}deploy/uninstall.sh`], { timeout: 240_000 });
  await until(30, async () => (await hotspots()).length === 0);
  assert.match((await radio()).trim(), /yes$/);
  assert.equal(await show('LoadState'), 'not-found');
  assert.equal(await printed('pidof', '-x', 'machine-server'), '');
  assert.doesNotMatch(await printed('nft', 'list', 'tables'), /machine_agent/);
  assert.doesNotMatch(await printed('ip', 'address'), /lo:agent/);
  assert.ok(statSync('/etc/machine.json').isFile());
});
