import { readFile } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { milliseconds, seconds } from '../duration.ts';
import { named } from './selfcheck.ts';
import { holdersOf, holdsOne, socketsAt } from './sockets.ts';

const dhcpPort = 67;
const limit = seconds(3);
const pause = milliseconds(50);

/** Who receives DHCP requests already, before our hotspot is up, and may be in its way; `undefined`: nobody. */
export async function dhcpBlocker(): Promise<string | undefined> {
  const holders = await holdersOf(await socketsAt('udp', '0.0.0.0', dhcpPort));
  return holders.length === 0 ? undefined : named(holders);
}

/**
 * Whether the hotspot has its DHCP server; waits for it, at most 3 s. NetworkManager reports the hotspot as active before
 * its dnsmasq has found out that it cannot run, and takes it down a moment later.
 */
export async function servesDhcp(clock: Clock, name: string, address: string): Promise<boolean> {
  for (const end = clock.now() + limit; ; await clock.wait(pause)) {
    const server = await dnsmasqOf(name);
    if (server !== undefined && (await holdsOne(server, await socketsAt('udp', address, dhcpPort)))) return true;
    if (clock.now() >= end) return false;
  }
}

/** NetworkManager's dnsmasq for an interface, by the file that NetworkManager makes it write. */
async function dnsmasqOf(name: string): Promise<number | undefined> {
  const text = await readFile(`/run/nm-dnsmasq-${name}.pid`, 'utf8').catch(() => '');
  const id = Number.parseInt(text, 10);
  return Number.isNaN(id) ? undefined : id;
}
