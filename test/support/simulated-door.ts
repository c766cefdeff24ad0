import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Door, Place } from '../../daemon/appliance/doors.ts';
import type { Log } from '../../daemon/logging.ts';
import type { Clock } from '../../netplan/clock.ts';
import { type PortalApp, portalApp } from '../../portal/app.ts';
import { Period } from '../../portal/period.ts';
import { plainPage } from '../../portal/plain-page.ts';
import type { ProvisioningSession } from '../../portal/session.ts';

/** The portal, open while the hotspot is up, and asked without a socket. */
export class SimulatedDoor implements Door {
  readonly name = 'portal';
  readonly #session: ProvisioningSession;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #period = new Period();
  #open: { readonly portal: PortalApp; readonly place: Place } | undefined;
  /** The next openings fail, this many: port 80 is taken. */
  failures = 0;

  constructor(session: ProvisioningSession, clock: Clock, log: Log) {
    this.#session = session;
    this.#clock = clock;
    this.#log = log;
  }

  /** Where it is open. */
  get place(): Place | undefined {
    return this.#open?.place;
  }

  async open(place: Place): Promise<void> {
    await this.close();
    if (this.failures > 0) {
      this.failures--;
      throw new Error('port 80 is taken');
    }
    this.#period.renew();
    const portal = await portalApp({
      session: this.#session,
      page: plainPage,
      period: this.#period,
      hosts: () => ({
        address: place.address,
        port: 80,
        names: [],
        mode: place.setupOnly ? 'setup-only' : 'redirect',
      }),
      clock: this.#clock,
      log: this.#log,
      result: { port: 80, localNames: () => [] },
      openapi: '{}',
    });
    this.#open = { portal, place };
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    open?.portal.end();
    await open?.portal.app.close();
  }

  /**
   * @param closes the client closes its side when the reply asks for it, as every phone does that has received it
   * @throws Error when the door is closed
   */
  async ask(options: InjectOptions, closes: boolean): Promise<LightMyRequestResponse> {
    const app: FastifyInstance | undefined = this.#open?.portal.app;
    if (app === undefined) throw new Error('nobody listens on the hotspot');
    const response = await app.inject(options);
    // There is no socket that could close by itself.
    if (closes && response.headers.connection === 'close') response.raw.res.socket?.emit('close');
    return response;
  }
}
