import { readFile, rm } from 'node:fs/promises';
import * as z from 'zod';
import { makeFolder, writeWhole } from '../files.ts';

const serverRecord = z.object({
  /** Pids from before a boot mean nothing after it. */
  bootId: z.string(),
  pid: z.int().min(2),
  startTime: z.int().min(0),
  executable: z.string(),
  version: z.string().optional(),
  /** Digests of what it was started with. */
  environment: z.string(),
  credentials: z.string(),
  serving: z.boolean(),
  /** Where it said so; empty when it only answered. */
  urls: z.array(z.url()).max(2),
});

/** What is kept about the running server for an agent that may come after a crash of this one. */
export type ServerRecord = z.output<typeof serverRecord>;

/** @returns `undefined` for anything that is not a whole record of this boot */
export function recordFromText(text: string, bootId: string): ServerRecord | undefined {
  try {
    const record = serverRecord.parse(JSON.parse(text));
    return record.bootId === bootId ? record : undefined;
  } catch {
    return undefined;
  }
}

export class Records {
  readonly #path: string;
  readonly bootId: string;

  private constructor(path: string, bootId: string) {
    this.#path = path;
    this.bootId = bootId;
  }

  /** @param folder emptied by a reboot, as /run is; where it is not, the number of the boot tells old records apart */
  static async open(folder: string, proc = '/proc'): Promise<Records> {
    await makeFolder(folder);
    const bootId = await readFile(`${proc}/sys/kernel/random/boot_id`, 'latin1').catch(() => '');
    return new Records(`${folder}/server.json`, bootId.trim());
  }

  async read(): Promise<ServerRecord | undefined> {
    return recordFromText(await readFile(this.#path, 'utf8').catch(() => ''), this.bootId);
  }

  /** @throws FileError */
  async write(record: ServerRecord): Promise<void> {
    await writeWhole(this.#path, JSON.stringify(record));
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
