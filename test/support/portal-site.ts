import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';
import { portalApp } from '../../portal/app.ts';
import type { PortalStatus } from '../../portal/session.ts';
import { builtPage } from './page.ts';
import { portalOptions } from './portal.ts';
import { MemorySession } from './session.ts';

/** A portal with the built page on a real socket, whose hotspot can go away and come back. */
export class PortalSite {
  readonly session: MemorySession;
  readonly #made: ReturnType<typeof portalOptions>;
  #port = 0;
  #close: () => Promise<void> = async () => {};

  private constructor(session: MemorySession) {
    this.session = session;
    this.#made = portalOptions({
      ...{ session, page: builtPage },
      hosts: () => ({ address: '127.0.0.1', port: this.#port, names: [], mode: 'redirect' }),
    });
  }

  static async open(t: Test, status: Partial<PortalStatus> = {}): Promise<PortalSite> {
    const site = new PortalSite(new MemorySession(status));
    await site.#listen();
    t.teardown(() => site.goAway());
    return site;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  get period() {
    return this.#made.options.period;
  }

  /** The hotspot goes: open connections break, new ones are refused. */
  async goAway(): Promise<void> {
    await this.#close();
    this.#close = async () => {};
  }

  /** The hotspot is up again, at the same address: a new period, with a new token. */
  async comeBack(): Promise<void> {
    this.period.renew();
    await this.#listen();
  }

  async #listen(): Promise<void> {
    const { app, end } = await portalApp(this.#made.options);
    await app.listen({ host: '127.0.0.1', port: this.#port });
    this.#port = (app.server.address() as AddressInfo).port;
    this.#close = async () => {
      end();
      app.server.closeAllConnections();
      await app.close();
    };
  }
}
