import { readdir, readFile, readlink } from 'node:fs/promises';
import { limits } from './limits.ts';

/** An address of this machine at which a process takes TCP connections; wildcards as loopback. */
export type Listener = { readonly host: string; readonly port: number };

/** proc(5), net/tcp: the state LISTEN. */
const listening = '0A';

/**
 * Lines of `/proc/<pid>/net/tcp` or `tcp6`, to inode and listener. Addresses are hexadecimal words in the machine's own
 * byte order (little-endian on all our platforms), the port is not.
 */
export function listenersFromTable(text: string): ReadonlyMap<string, Listener> {
  const found = new Map<string, Listener>();
  for (const line of text.split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/);
    const [, local = '', , state] = fields;
    const inode = fields[9];
    const [address = '', port = ''] = local.split(':');
    if (state !== listening || inode === undefined) continue;
    const host = address.length === 8 ? ipv4(address) : ipv6(address);
    found.set(inode, { host, port: Number.parseInt(port, 16) });
  }
  return found;
}

/** Where this process itself listens: nobody else's port is taken for the server's. Empty when that cannot be seen. */
export async function listenersOf(pid: number, proc = '/proc'): Promise<readonly Listener[]> {
  try {
    const folder = `${proc}/${pid}`;
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`${folder}/net/${name}`, 'latin1').catch(() => '')),
    );
    const known = new Map(tables.flatMap((table) => [...listenersFromTable(table)]));
    const files = (await readdir(`${folder}/fd`)).slice(0, limits.openFiles);
    const links = await Promise.all(files.map((file) => readlink(`${folder}/fd/${file}`).catch(() => '')));
    const inodes = links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? '');
    return inodes.map((inode) => known.get(inode)).filter((listener) => listener !== undefined);
  } catch {
    return [];
  }
}

function ipv4(hex: string): string {
  const bytes = Buffer.from(hex, 'hex').reverse();
  return bytes.every((byte) => byte === 0) ? '127.0.0.1' : bytes.join('.');
}

function ipv6(hex: string): string {
  const bytes = Buffer.from(hex, 'hex').swap32();
  if (bytes.every((byte) => byte === 0)) return '::1';
  const mapped = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes.readUInt16BE(10) === 0xffff;
  if (mapped) return bytes.subarray(12).join('.');
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');
}
