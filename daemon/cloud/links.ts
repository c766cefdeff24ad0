import type { MachineCredentials } from '../../portal/session.ts';
import type { CredentialStore } from './credential-store.ts';
import type { CloudLink } from './link.ts';

export type LinksOptions = {
  readonly credentials: Pick<CredentialStore, 'current'>;
  readonly open: (credentials: MachineCredentials) => Promise<CloudLink>;
};

/** The one connection that everything shares, for the credentials of the moment: others mean another connection. */
export class Links {
  readonly #options: LinksOptions;
  #held: { readonly credentials: MachineCredentials; readonly link: Promise<CloudLink> } | undefined;

  constructor(options: LinksOptions) {
    this.#options = options;
  }

  /** `undefined`: there are no credentials. Rejects when the module of the connection cannot be loaded. */
  async current(): Promise<{ readonly link: CloudLink; readonly credentials: MachineCredentials } | undefined> {
    const credentials = this.#options.credentials.current;
    if (this.#held !== undefined && this.#held.credentials !== credentials) this.close();
    if (credentials === undefined) return undefined;
    this.#held ??= { credentials, link: this.#options.open(credentials) };
    const held = this.#held;
    try {
      return { link: await held.link, credentials };
    } catch (error) {
      if (this.#held === held) this.#held = undefined;
      throw error;
    }
  }

  close(): void {
    const held = this.#held;
    this.#held = undefined;
    held?.link.then(
      (link) => link.close(),
      () => undefined,
    );
  }
}
