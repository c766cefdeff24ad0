import type { ClientId, Submission } from '../../portal/session.ts';

/** Apps set one thing after the other and commit at the end; so many may do so at once. */
const maximumClients = 16;

export const nothing: Submission = {
  network: undefined,
  credentials: undefined,
  fragmentId: undefined,
  ownershipCode: undefined,
  extra: {},
};

/** Values that wait for a commit. They belong to the client that gave them, and end with the hotspot. */
export class Staging {
  readonly #parts = new Map<ClientId, Submission>();

  add(client: ClientId, part: Partial<Submission>): void {
    const merged = merge(this.of(client), part);
    this.#parts.delete(client);
    this.#parts.set(client, merged);
    const [oldest] = this.#parts.keys();
    if (this.#parts.size > maximumClients && oldest !== undefined) this.#parts.delete(oldest);
  }

  of(client: ClientId): Submission {
    return this.#parts.get(client) ?? nothing;
  }

  end(client: ClientId): void {
    this.#parts.delete(client);
  }

  clear(): void {
    this.#parts.clear();
  }

  /** What anybody has staged: that it is there, never what it is. */
  get present(): { readonly network: boolean; readonly credentials: boolean; readonly fragment: boolean } {
    const all = [...this.#parts.values()];
    return {
      network: all.some(({ network }) => network !== undefined),
      credentials: all.some(({ credentials }) => credentials !== undefined),
      fragment: all.some(({ fragmentId }) => fragmentId !== undefined),
    };
  }
}

/** Parts given later replace the earlier ones; an absent part replaces nothing. */
export const merge = (staged: Submission, part: Partial<Submission>): Submission => ({
  network: part.network ?? staged.network,
  credentials: part.credentials ?? staged.credentials,
  fragmentId: part.fragmentId ?? staged.fragmentId,
  ownershipCode: part.ownershipCode ?? staged.ownershipCode,
  extra: { ...staged.extra, ...part.extra },
});
