import { type PortalApp, type PortalOptions, portalApp } from './app.ts';
import { Door, DoorError, type Listening } from './door.ts';
import { portalLimits } from './limits.ts';
import { Period } from './period.ts';
import { resultApp } from './result.ts';

/** Where to listen: every address of ours that a phone may reach, and ports in order of preference. */
export type Where = { readonly addresses: readonly string[]; readonly ports: readonly number[] };

/** The portal on real sockets: on the hotspot while it is up, and the result on the joined network for 10 minutes. */
export class Portal {
  readonly #options: PortalOptions;
  #open: { readonly portal: PortalApp; readonly door: Door } | undefined;

  constructor(options: Omit<PortalOptions, 'period'>) {
    this.#options = { ...options, period: new Period() };
  }

  /** A new period begins: a new form token and result path; those who typed before keep their form. @throws DoorError */
  async open({ addresses, ports }: Where): Promise<readonly Listening[]> {
    await this.close();
    this.#options.period.renew();
    const portal = await portalApp(this.#options);
    const { app, front } = portal;
    try {
      const listener: Parameters<typeof Door.open>[0] = (request, response) => {
        if (!front(request, response)) app.routing(request, response);
      };
      const door = await Door.open(listener, addresses, ports);
      this.#open = { portal, door };
      return door.listening;
    } catch (error) {
      portal.end();
      await app.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    open.portal.end();
    await open.door.close();
    await open.portal.app.close();
  }

  /**
   * Serves the result of the attempt on the joined network, for 10 minutes or until `signal` aborts. An address that
   * cannot be had (an IPv6 one may still be tentative) takes nothing away from the others.
   *
   * @throws DoorError where no address can be had
   */
  async serveResult({ addresses, ports }: Where, signal: AbortSignal): Promise<void> {
    const app = await resultApp(this.#options);
    const doors: Door[] = [];
    try {
      let problem: unknown;
      for (const address of addresses) {
        const door = await Door.open((request, response) => app.routing(request, response), [address], ports).catch(
          (error: unknown) => {
            problem = error;
          },
        );
        if (door !== undefined) doors.push(door);
      }
      if (doors.length === 0) throw problem ?? new DoorError('address-refused', 'there is no address for the result');
      await this.#options.clock.wait(portalLimits.result, signal);
    } finally {
      await Promise.all(doors.map((door) => door.close()));
      await app.close();
    }
  }
}
