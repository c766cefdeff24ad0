// What lies around a hotspot outside NetworkManager, and must be there with it and gone without it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { printed } from './story.ts';

export type Surroundings = { readonly fragment: boolean; readonly address: string; readonly rules: boolean };

const fragmentFolder = '/etc/NetworkManager/dnsmasq-shared.d';
export const fragment = `${fragmentFolder}/90-machine-agent.conf`;

export async function surroundings(): Promise<Surroundings> {
  const addresses = await printed('ip', '-o', '-4', 'address', 'show', 'dev', 'lo');
  const all = [...addresses.matchAll(/inet (\S+)/g)].map(([, address]) => address);
  return {
    fragment: (await printed('ls', '-A', fragmentFolder)).includes('machine-agent'),
    address: all.filter((address) => address !== '127.0.0.1/8').join(' '),
    rules: (await printed('nft', 'list', 'tables')).includes('machine_agent'),
  };
}

export const up: Surroundings = { fragment: false, address: '192.0.2.1/32', rules: true };
export const none: Surroundings = { fragment: false, address: '', rules: false };

/** No trace of a hotspot: nothing around, and no profile, saved or in memory. */
export async function assertNoTrace(): Promise<void> {
  assert.deepEqual(await surroundings(), none);
  assert.doesNotMatch(await printed('nmcli', '-t', '-f', 'NAME', 'connection'), /^Hotspot/m);
  assert.equal(
    await printed(
      'sh',
      '-c',
      'grep -l machine-agent.source=hotspot /etc/NetworkManager/system-connections/* /run/NetworkManager/system-connections/* 2>/dev/null',
    ),
    '',
  );
}

/** How a machine asks by which interface the lab's internet is reached: `wlan0`, or nothing where there is no way. */
export const wayOut = async () => / dev (\S+)/.exec(await printed('ip', '-4', 'route', 'get', '203.0.113.1'))?.[1];

const linesOf = async (...command: readonly [string, ...string[]]) =>
  (await printed(...command)).split('\n').filter((line) => line !== '');
const networkManager = [
  'org.freedesktop.NetworkManager',
  '/org/freedesktop/NetworkManager',
  'org.freedesktop.NetworkManager',
];
/** The three that every machine has. */
const usualRule = /^(0|32766|32767):\s+from all lookup (local|main|default)\s*$/;

/** What a checkpoint of NetworkManager's brought back is in memory, in front of the file that holds the same. */
const onDisk = (file: string) => file.replace(/^\/run\//, '/etc/');

/** Wifi profiles that a power cut would take with it: nowhere on the disk. */
export async function unsaved(): Promise<readonly string[]> {
  const profiles = await linesOf('nmcli', '-t', '-e', 'no', '-f', 'TYPE,FILENAME', 'connection');
  return profiles.flatMap((line) => {
    const [, type, file = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
    return type === '802-11-wireless' && !existsSync(onDisk(file)) ? [file] : [];
  });
}

/** Addresses, routes and files that no connection of NetworkManager's accounts for; rules; ways back that are still open. */
export async function leftovers(): Promise<readonly string[]> {
  const devices = new Set(['lo', ...(await linesOf('nmcli', '-g', 'DEVICE', 'connection', 'show', '--active'))]);
  const named = await linesOf('nmcli', '-e', 'no', '-g', 'FILENAME', 'connection');
  const known = new Set(named.flatMap((file) => [file, onDisk(file)]));
  const addressed = new Set<string>(['lo']);
  const addresses = (await linesOf('ip', '-o', '-4', 'address', 'show')).filter((line) => {
    const device = line.split(/\s+/)[1] ?? '';
    // Ours have one address each, from DHCP or the settings.
    const extra = device !== 'lo' && (!devices.has(device) || addressed.has(device));
    addressed.add(device);
    return extra;
  });
  const routes = (await linesOf('ip', '-4', 'route', 'show', 'table', 'all')).filter(
    (line) => !devices.has(/ dev (\S+)/.exec(line)?.[1] ?? ''),
  );
  const rules = (await linesOf('ip', '-4', 'rule')).filter((line) => /^\d+:/.test(line) && !usualRule.test(line));
  const files = (
    await linesOf(
      'sh',
      '-c',
      'ls -Ad /etc/NetworkManager/system-connections/* /run/NetworkManager/system-connections/* 2>/dev/null',
    )
  ).filter((file) => !known.has(file));
  const guards = (await printed('busctl', 'get-property', ...networkManager, 'Checkpoints')).trim();
  return [...addresses, ...routes, ...rules, ...files, ...(guards === 'ao 0' ? [] : [`checkpoints: ${guards}`])];
}
