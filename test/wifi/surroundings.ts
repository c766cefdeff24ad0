// What lies around a hotspot outside NetworkManager, and must be there with it and gone without it.
import assert from 'node:assert/strict';
import { printed } from './story.ts';

export type Surroundings = { readonly fragment: boolean; readonly address: string; readonly rules: boolean };

export async function surroundings(): Promise<Surroundings> {
  const addresses = await printed('sh', '-c', 'ip -o -4 address show dev lo | grep -v 127.0.0.1');
  return {
    fragment: (await printed('ls', '-A', '/etc/NetworkManager/dnsmasq-shared.d')).includes('machine-agent'),
    address: /inet (\S+)/.exec(addresses)?.[1] ?? '',
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
