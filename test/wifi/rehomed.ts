// A machine that moves: what its owner has written down for it, and how it is looked at.
import assert from 'node:assert/strict';
import { active, comesTo } from './agent.ts';
import { gatewayOf, type Hall, psk, ssidOf } from './halls.ts';
import { printed, until } from './story.ts';
import { wayOut } from './surroundings.ts';

export const entries = {
  north: { type: 'wifi', ssid: ssidOf.north, psk, priority: 30 },
  middle: {
    ...{ type: 'wifi', ssid: ssidOf.middle, psk, priority: 20, hidden: true },
    ...{ ipv4_address: '192.168.2.20/24', ipv4_gateway: gatewayOf.middle, ipv4_dns: [gatewayOf.middle] },
  },
  south: { type: 'wifi', ssid: ssidOf.south, psk, priority: 40 },
  dock: { type: 'wired' },
  sensor: { type: 'wired', interface: 'eth1', ipv4_address: '192.168.100.2/24' },
} as const;

/** The hotspot is far away: a slow guest may need its time for a move. */
export const network = { turn_on_hotspot_if_wifi_has_no_internet: true, offline_before_starting_hotspot_minutes: 10 };

export const addressesOf = async (device: string) =>
  [...(await printed('ip', '-4', '-o', 'address', 'show', 'dev', device)).matchAll(/inet (\S+)/g)].map(
    ([, address]) => address,
  );

export const defaultRoutes = async () =>
  (await printed('ip', '-4', 'route', 'show', 'default')).split('\n').flatMap((line) => line.trim() || []);

/** Only this way leads out, or this one first. NetworkManager adds 20000 to the metric while it has not found internet. */
export const firstRouteBecomes = (pattern: RegExp) =>
  until(90, async () => pattern.test((await defaultRoutes())[0] ?? ''));

/** Online by this hall, and nothing else is left. */
export async function isIn(hall: Hall, saved: readonly string[] = Object.keys(entries)): Promise<void> {
  await until(400, async () => (await active()).includes(hall));
  await comesTo('online', saved);
  await until(60, async () => (await wayOut()) === 'wlan0').catch(async () => assert.equal(await wayOut(), 'wlan0'));
}
