import { readFile, rm } from 'node:fs/promises';
import { makeFolder, writeWhole } from '../files.ts';
import type { Leader } from './family.ts';
import { recordFromText, type ServerRecord } from './identity.ts';

/** What is kept about the running server for an agent that may come after a kill of this one. */
export class Records {
  readonly #path: string;
  readonly #boot: string;

  private constructor(path: string, boot: string) {
    this.#path = path;
    this.#boot = boot;
  }

  /** @param folder emptied by a reboot, as /run is; where it is not, the number of the boot tells old records apart */
  static async open(folder: string, proc = '/proc'): Promise<Records> {
    await makeFolder(folder);
    const boot = await readFile(`${proc}/sys/kernel/random/boot_id`, 'latin1').catch(() => '');
    return new Records(`${folder}/server.json`, boot.trim());
  }

  async read(): Promise<ServerRecord | undefined> {
    return recordFromText(await readFile(this.#path, 'utf8').catch(() => ''), this.#boot);
  }

  /** @throws FileError */
  async write({ pid, startTime }: Leader, executable: string): Promise<void> {
    const record: ServerRecord = { bootId: this.#boot, pid, startTime, executable };
    await writeWhole(this.#path, JSON.stringify(record));
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
