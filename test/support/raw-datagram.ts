import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const script = fileURLToPath(new URL('raw-datagram.py', import.meta.url));

/** Why datagrams with a false source port cannot be sent here; `false` where they can. */
export const cannotForge: string | false = process.getuid?.() === 0 ? false : 'raw sockets need root';

/** Sends one datagram on loopback that says it comes from `source`. Node has no raw sockets; Python has. */
export async function forge(source: number, destination: number, payload: Buffer): Promise<void> {
  await execa('python3', [script, String(source), String(destination), payload.toString('hex')], { timeout: 20_000 });
}
