import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CloudError } from '../errors.ts';

/**
 * Takes in a file as it comes, without holding it in memory. It appears under `name` when it is whole.
 * @returns its size in bytes and its SHA-256
 * @throws CloudError invalid when it is empty or has more than `most` bytes
 */
export async function takeFile(
  content: AsyncIterable<Uint8Array>,
  folder: string,
  name: string | ((sha256: string) => string),
  most: number,
): Promise<{ readonly size: number; readonly sha256: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const beside = join(folder, `.${randomUUID()}.part`);
  const hash = createHash('sha256');
  let size = 0;
  try {
    await pipeline(
      content,
      async function* counted(source: AsyncIterable<Uint8Array>) {
        for await (const part of source) {
          size += part.length;
          if (size > most) throw new CloudError('invalid', `The file has more than ${most} bytes.`);
          hash.update(part);
          yield part;
        }
      },
      createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true }),
    );
    if (size === 0) throw new CloudError('invalid', 'The file is empty.');
    const sha256 = hash.digest('hex');
    await rename(beside, join(folder, typeof name === 'string' ? name : name(sha256)));
    return { size, sha256 };
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
