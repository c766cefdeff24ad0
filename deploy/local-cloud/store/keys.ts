import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Secret } from '../../../netplan/secret.ts';
import { CloudError, notFound } from '../errors.ts';
import { cloudLimits } from '../limits.ts';

/** `owner`: everything, training too. `operator`: machines, but no training. `machine`: what one machine may. */
export const permissions = ['owner', 'operator', 'machine'] as const;
export type Permission = (typeof permissions)[number];

export type Key = {
  /** A UUID: an official SDK accepts no other ids. */
  readonly id: string;
  readonly name: string;
  readonly permission: Permission;
  /** With the permission `machine`, and only then. */
  readonly machine: string | undefined;
  readonly created: number;
  /** Of the key; it has 256 random bits, so that a plain hash is enough. */
  readonly hash: string;
};

type Row = Omit<Key, 'machine'> & { readonly machine: string | null };

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
export const randomSecret = (): string => randomBytes(32).toString('base64url');

export const matches = (given: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(given), 'hex'), Buffer.from(hash, 'hex'));

export class Keys {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  list(): Key[] {
    return this.#database.prepare('SELECT * FROM keys ORDER BY created, id').all().map(keyFrom);
  }

  get(id: string): Key | undefined {
    const row = this.#database.prepare('SELECT * FROM keys WHERE id = ?').get(id);
    return row === undefined ? undefined : keyFrom(row);
  }

  /** @returns the key itself as well: it is shown once, and not kept */
  create(name: string, permission: Permission, machine?: string): { readonly key: Key; readonly secret: Secret } {
    if (this.list().length >= cloudLimits.keys) throw new CloudError('too-many', 'There are too many keys.');
    if ((permission === 'machine') !== (machine !== undefined)) {
      throw new CloudError('invalid', 'A key of a machine, and only that, names its machine.');
    }
    const secret = randomSecret();
    const key = { id: randomUUID(), name, permission, machine, created: Date.now(), hash: hashOf(secret) };
    this.#database
      .prepare('INSERT INTO keys (id, name, hash, permission, machine, created) VALUES (?, ?, ?, ?, ?, ?)')
      .run(key.id, name, key.hash, permission, machine ?? null, key.created);
    return { key, secret: new Secret(secret) };
  }

  remove(id: string): void {
    if (this.#database.prepare('DELETE FROM keys WHERE id = ?').run(id).changes === 0) throw notFound('such key');
  }
}

const keyFrom = (row: Record<string, unknown>): Key => {
  const key = row as unknown as Row;
  return { ...key, machine: key.machine ?? undefined };
};
