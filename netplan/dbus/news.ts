import type { Signal } from './connection.ts';
import { names, nm, propertiesInterface } from './objects.ts';

/** What changes by itself all the time (some every 6 s while connected), and nobody decides anything by. */
const noise: ReadonlySet<string> = new Set([
  'Strength',
  'LastSeen',
  'Bitrate',
  'MaxBitrate',
  'Frequency',
  'Statistics',
  'RxBytes',
  'TxBytes',
  'Options', // of DHCP: each renewal
]);

/** What changes with each scan. */
const heard: ReadonlySet<string> = new Set(['AccessPoints', 'LastScan']);

/** `air`: only what a radio hears has changed. */
export type News = 'air' | 'other';

/** What a signal of NetworkManager is about; `undefined`: it is no reason to look again. */
export function newsIn({ interface: name, member, body }: Signal): News | undefined {
  if (name === propertiesInterface) {
    const [iface, changed, invalidated] = body;
    const keys = [...Object.keys(changed ?? {}), ...(Array.isArray(invalidated) ? invalidated : [])];
    const news = keys.filter((key) => !noise.has(key));
    if (news.length === 0) return undefined;
    return iface === names.accessPoint || news.every((key) => heard.has(key)) ? 'air' : 'other';
  }
  // The former way of telling properties, which NetworkManager still sends beside the other one.
  if (member === 'PropertiesChanged' || !name.startsWith(nm) || name === names.accessPoint) return undefined;
  return member === 'AccessPointAdded' || member === 'AccessPointRemoved' ? 'air' : 'other';
}
