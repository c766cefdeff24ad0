import { randomBytes } from 'node:crypto';
import { Secret } from '../netplan/secret.ts';
import { readBounded, writeWhole } from './files.ts';

/**
 * The secret of this device with which its profiles are marked. Made once; where it cannot be kept, every start has
 * another one, and profiles are written anew once.
 */
export async function digestKey(path: string, failed: (error: unknown) => void): Promise<Secret> {
  const kept = await readBounded(path, 256).catch(() => undefined);
  const text = kept?.toString('utf8').trim() ?? '';
  if (/^[\w-]{43}$/.test(text)) return new Secret(text);
  const made = randomBytes(32).toString('base64url');
  await writeWhole(path, `${made}\n`).catch(failed);
  return new Secret(made);
}
