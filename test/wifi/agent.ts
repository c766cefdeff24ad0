// The real agent, as a process of its own in the guest, and what it shows from outside.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mallocAssignments, nodeFlags } from '../../daemon/footprint.ts';
import type { NetworksAnswer } from '../../daemon/network-calls.ts';
import { holds, lab, printed, until } from './story.ts';
import { leftovers, none, surroundings, unsaved, up } from './surroundings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const logFile = `${process.env['WIFILAB_OUT']}/logs/agent.log`;
const state = '/var/lib/machine-agent';

export const hotspotName = 'acme-setup';
export const hotspotPassword = 'hotspot-password';

export type Machine = {
  /** It has its machine credentials already. */
  readonly configured: boolean;
  /** Beside the hotspot's name and password, and the shortest waits. */
  readonly network?: object;
  /** Other members of the settings. */
  readonly others?: object;
};

/** What lies on its disk before the agent starts; all that an earlier agent wrote is gone. */
export function prepareMachine({ configured, ...given }: Machine): void {
  for (const path of [state, '/run/machine-agent', '/etc/machine.json']) rmSync(path, { recursive: true, force: true });
  settings(given);
  const cloud = { app_address: 'http://127.0.0.1:1', id: 'part-1', secret: 's3cret' };
  if (configured) writeFileSync('/etc/machine.json', JSON.stringify({ cloud }), { mode: 0o600 });
  mkdirSync('/etc/NetworkManager/dnsmasq-shared.d', { recursive: true });
}

/** Wifi profiles, whoever saved them. */
export async function forgetNetworks(): Promise<void> {
  for (const line of (await printed('nmcli', '-g', 'UUID,TYPE', 'connection')).split('\n')) {
    if (line.includes('wireless')) await printed('nmcli', 'connection', 'delete', 'uuid', line.split(':')[0] ?? '');
  }
}

/** The maker's defaults, whole. */
export function settings({ network = {}, others = {} }: Omit<Machine, 'configured'>): void {
  const network_configuration = {
    hotspot_ssid: hotspotName,
    hotspot_password: hotspotPassword,
    offline_before_starting_hotspot_minutes: 1,
    retry_connection_timeout_minutes: 2,
    user_idle_minutes: 1,
    ...network,
  };
  writeFileSync('/etc/machine-defaults.json', JSON.stringify({ network_configuration, ...others }));
}

/** What ships, as a service would run it, but for the reboots. Returns when it says that it is ready. */
export async function startAgent(): Promise<void> {
  const before = lines('ready').length;
  const program = ['node', ...nodeFlags, `${root}dist/machine-agent.mjs`, '--dev-mode'];
  await lab('in_background', 'agent', 'env', ...mallocAssignments, ...program);
  await until(180, () => lines('ready').length > before);
}

export const stopAgent = () => lab('stop_background', 'agent');
export const killAgent = () => lab('kill_background', 'agent');

/** What `machine-agent networks` says. */
export async function knownNetworks(): Promise<NetworksAnswer['networks']> {
  const text = await printed('node', `${root}dist/machine-agent.mjs`, 'networks', '--json');
  return (JSON.parse(text) as NetworksAnswer).networks;
}

/** What it logged under this text, oldest first. */
export function lines(text: string): readonly Readonly<Record<string, unknown>>[] {
  const all = existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n') : [];
  return all.flatMap((line) => {
    if (!line.includes(`"msg":"${text}"`)) return [];
    return [JSON.parse(line)];
  });
}

/** Its last word on the mode: `station`, `hotspot`, `trying-submitted`, `trying-known`. */
export const mode = (): unknown => lines('decided').findLast(({ to }) => to !== undefined)?.['to'] ?? 'station';

/** Conditions that hold, by their names. */
export function conditions(): ReadonlySet<unknown> {
  const held = new Set<unknown>();
  const all = existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n') : [];
  for (const line of all) {
    const [, condition, event] = /"condition":"([\w-]+)".*"msg":"condition (began|ended)"/.exec(line) ?? [];
    if (event === 'began') held.add(condition);
    if (event === 'ended') held.delete(condition);
    if (line.includes('"msg":"ready"')) held.clear();
  }
  return held;
}

const sockets = () => printed('ss', '-H', '-lntu');
/** Of what is served; the hotspot may have another address than usual. */
const doors = [
  /^udp.* 10\.42\.\d+\.1:53 /m,
  ...[53, 80, 4772].map((port) => new RegExp(`^tcp.* 10\\.42\\.\\d+\\.1:${port} `, 'm')),
];
const answering = /^tcp.* 192\.0\.2\.1:80 /m;

/** Active connections, as NetworkManager names them. */
export const active = async () =>
  (await printed('nmcli', '-t', '-f', 'NAME', 'connection', 'show', '--active'))
    .split('\n')
    .filter((name) => name !== '' && name !== 'lo');

/** On the air, with all that belongs to it, and served. */
export async function hotspotStands(): Promise<boolean> {
  if (!(await active()).some((name) => name.startsWith('Hotspot'))) return false;
  const listening = await sockets();
  const served = [...doors, answering].every((door) => door.test(listening));
  return served && JSON.stringify(await surroundings()) === JSON.stringify(up);
}

/** Neither a hotspot nor anything that belongs to one; internet by another link. */
export async function isOnline(): Promise<boolean> {
  if ((await active()).some((name) => name.startsWith('Hotspot'))) return false;
  return holds('device_connectivity', 'full');
}

/** Each end that a story may have, and how long it may take at most. */
export const ends = {
  hotspot: { is: hotspotStands, seconds: 300 },
  online: { is: isOnline, seconds: 300 },
  /** A link without internet counts. */
  joined: { is: async () => mode() === 'station' && (await active()).length > 0, seconds: 300 },
} as const;
export type End = keyof typeof ends;

/** Waits for `end`, and checks that nothing is there but what belongs to it: `saved` profiles, by name. */
export async function comesTo(end: End, saved: readonly string[]): Promise<void> {
  await until(ends[end].seconds, ends[end].is);
  await until(30, () =>
    nothingElse(end, saved).then(
      () => true,
      () => undefined,
    ),
  ).catch(() => nothingElse(end, saved));
}

async function nothingElse(end: End, saved: readonly string[]): Promise<void> {
  assert.deepEqual(await surroundings(), end === 'hotspot' ? up : none);
  const names = (await printed('nmcli', '-t', '-e', 'no', '-f', 'NAME', 'connection')).split('\n');
  const profiles = names.filter((name) => name !== '' && name !== 'lo' && !name.startsWith('Wired connection'));
  const hotspots = profiles.filter((name) => name.startsWith('Hotspot'));
  assert.equal(hotspots.length, end === 'hotspot' ? 1 : 0, 'hotspots');
  const others = profiles.filter((name) => !hotspots.includes(name)).sort();
  assert.deepEqual(others, [...saved].sort(), 'profiles');
  const volatile = (await unsaved()).filter((file) => !file.includes('/Hotspot'));
  assert.deepEqual(volatile, [], 'profiles that are not saved');
  assert.deepEqual(await leftovers(), [], 'addresses, routes, rules, files');
  if (end !== 'hotspot') assert.doesNotMatch(await sockets(), / (10\.42\.\d+\.1|192\.0\.2\.1):/);
}
