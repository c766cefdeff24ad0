import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';

/** Where resolvers of the uplink are written; the second one lists the real ones where the first leads to a local stub. */
const files = ['/run/NetworkManager/no-stub-resolv.conf', '/run/systemd/resolve/resolv.conf', '/etc/resolv.conf'];
const longest = 64 * 1024;

/** The first IPv4 resolver that the device itself uses on its uplink; `undefined`: there is none. */
export function upstreamResolver(read: (path: string) => string = readText): string | undefined {
  for (const file of files) {
    const found = nameservers(read(file)).find((address) => isIPv4(address) && !address.startsWith('127.'));
    if (found !== undefined) return found;
  }
  return undefined;
}

const nameservers = (text: string): readonly string[] =>
  text
    .slice(0, longest)
    .split('\n')
    .flatMap((line) => /^\s*nameserver\s+(\S+)/.exec(line)?.[1] ?? []);

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
