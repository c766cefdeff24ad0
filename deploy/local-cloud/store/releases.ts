import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CloudError, notFound } from '../errors.ts';
import { cloudLimits } from '../limits.ts';
import { takeFile } from './files.ts';

export const filenames = ['viam-agent', 'viam-server'] as const;
export const platforms = ['linux/amd64', 'linux/arm64'] as const;
/** Which of the settings' words follow a release; `exact`: only its version does. */
export const channels = ['stable', 'dev', 'exact'] as const;

/** A program that machines can be told to run. */
export type Release = {
  readonly id: string;
  readonly filename: (typeof filenames)[number];
  readonly version: string;
  readonly platform: (typeof platforms)[number];
  readonly channel: (typeof channels)[number];
  readonly sha256: string;
  readonly size: number;
  readonly created: number;
};

export class Releases {
  readonly #database: DatabaseSync;
  readonly #folder: string;

  constructor(database: DatabaseSync, folder: string) {
    this.#database = database;
    this.#folder = join(folder, 'releases');
  }

  list(): Release[] {
    return this.#database.prepare('SELECT * FROM releases ORDER BY created DESC, id').all() as unknown as Release[];
  }

  /** Where its bytes are. */
  file({ sha256 }: Pick<Release, 'sha256'>): string {
    return join(this.#folder, sha256);
  }

  /** The newest one that fits. `wanted`: `stable`, `dev` or a version, with or without its v. */
  choose(filename: string, platform: string, wanted: string): Release | undefined {
    const fitting = this.list().filter((release) => release.filename === filename && release.platform === platform);
    if (wanted === 'stable' || wanted === 'dev') return fitting.find(({ channel }) => channel === wanted);
    return fitting.find(({ version }) => version.replace(/^v/, '') === wanted.replace(/^v/, ''));
  }

  /** @throws CloudError exists when there is this version for this platform already */
  async add(
    release: Pick<Release, 'filename' | 'version' | 'platform' | 'channel'>,
    content: AsyncIterable<Uint8Array>,
  ): Promise<Release> {
    const all = this.list();
    if (all.length >= cloudLimits.releases) throw new CloudError('too-many', 'There are too many releases.');
    const { filename, version, platform, channel } = release;
    if (all.some((one) => one.filename === filename && one.version === version && one.platform === platform)) {
      throw new CloudError('exists', `There is a ${filename} ${version} for ${platform} already.`);
    }
    const taken = await takeFile(content, this.#folder, (sha256) => sha256, cloudLimits.releaseBytes);
    const made = { id: randomUUID(), filename, version, platform, channel, ...taken, created: Date.now() };
    this.#database
      .prepare(
        `INSERT INTO releases (id, filename, version, platform, channel, sha256, size, created)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(made.id, filename, version, platform, channel, made.sha256, made.size, made.created);
    return made;
  }

  async remove(id: string): Promise<void> {
    const release = this.list().find((one) => one.id === id);
    if (release === undefined) throw notFound('such release');
    this.#database.prepare('DELETE FROM releases WHERE id = ?').run(id);
    if (!this.list().some(({ sha256 }) => sha256 === release.sha256)) await rm(this.file(release), { force: true });
  }
}
