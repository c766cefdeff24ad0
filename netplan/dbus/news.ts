import type { Signal } from './connection.ts';
import { names, nm } from './objects.ts';

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

/** Whether a signal of NetworkManager is a reason to look again. */
export function isNews({ interface: name, member, body }: Signal): boolean {
  if (name === 'org.freedesktop.DBus.Properties') {
    const [, changed, invalidated] = body;
    const keys = [...Object.keys(changed ?? {}), ...(Array.isArray(invalidated) ? invalidated : [])];
    return keys.some((key) => !noise.has(key));
  }
  // The former way of telling properties, which NetworkManager still sends beside the other one.
  if (member === 'PropertiesChanged') return false;
  return name.startsWith(nm) && name !== names.accessPoint;
}
