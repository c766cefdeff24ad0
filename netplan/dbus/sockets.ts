import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

export type Protocol = 'udp' | 'tcp';

/** A socket that receives at a port, from /proc/net. */
export type Socket = { readonly address: string; readonly port: number; readonly inode: string };

/** `st` in /proc/net: TCP_LISTEN, and what an unconnected UDP socket shows (TCP_CLOSE). */
const receiving = { tcp: '0A', udp: '07' } as const;

/** The lines of /proc/net/tcp, udp, tcp6 or udp6. IPv6 addresses other than `::` are left out: they do not disturb us. */
export function receivingSockets(text: string, protocol: Protocol): readonly Socket[] {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === receiving[protocol])
    .flatMap(([, local = '', , , , , , , , inode = '']) => {
      const [hex = '', port = ''] = local.split(':');
      const address = /^0+$/.test(hex) ? '0.0.0.0' : hex.length === 8 ? fromLittleEndian(hex) : undefined;
      return address === undefined ? [] : [{ address, port: Number.parseInt(port, 16), inode }];
    });
}

/** The kernel prints the four bytes as one number of this machine. */
const fromLittleEndian = (hex: string): string => Buffer.from(hex, 'hex').reverse().join('.');

/** Those that receive what is sent to `address` at `port`. */
export async function socketsAt(protocol: Protocol, address: string, port: number): Promise<readonly Socket[]> {
  const files = [`/proc/net/${protocol}`, `/proc/net/${protocol}6`];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts
    .flatMap((text) => receivingSockets(text, protocol))
    .filter((each) => each.port === port && (each.address === address || each.address === '0.0.0.0'));
}

export type Process = { readonly id: number; readonly name: string };

/** Who holds these sockets. Looks at every open file of every process, so only when there is a reason to. */
export async function holdersOf(sockets: readonly Socket[]): Promise<readonly Process[]> {
  if (sockets.length === 0) return [];
  const holders: Process[] = [];
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    if (await holdsOne(id, sockets)) holders.push({ id, name: await nameOf(id) });
  }
  return holders;
}

/** Whether this process holds one of them. One that ends meanwhile holds nothing. */
export async function holdsOne(id: number, sockets: readonly Socket[]): Promise<boolean> {
  const wanted = new Set(sockets.map(({ inode }) => `socket:[${inode}]`));
  for (const file of await readdir(`/proc/${id}/fd`).catch(() => [])) {
    if (wanted.has(await readlink(`/proc/${id}/fd/${file}`).catch(() => ''))) return true;
  }
  return false;
}

/** The program's: what a process calls itself may be that of a thread, as with Node. */
const nameOf = async (id: number): Promise<string> =>
  readlink(`/proc/${id}/exe`).then(
    (path) => basename(path.replace(/ \(deleted\)$/, '')),
    async () => (await readFile(`/proc/${id}/comm`, 'utf8').catch(() => 'unknown')).trim(),
  );
