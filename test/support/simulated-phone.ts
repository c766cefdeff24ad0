import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { z } from 'zod';
import type { SubmitRequest } from '../../portal/requests.ts';
import type { AttemptReply, Problem, StatusReply } from '../../portal/schemas.ts';

/** How a phone reaches the device: nothing when it is not on the hotspot, or nobody listens there. */
export type Reach = {
  readonly name: string;
  /** The phone's own address; `undefined` when it is not on the hotspot. */
  address(): string | undefined;
  /** `closes`: the reply arrives and the connection is closed; without it the device never learns that it arrived. */
  ask(options: InjectOptions, closes: boolean): Promise<LightMyRequestResponse>;
  leave(): void;
  rejoin(): Promise<void>;
};

/** What a person enters; a network that is in the list is chosen there, another one typed. */
export type Entered = Partial<Omit<z.input<typeof SubmitRequest>, 'token'>>;

export type Submitted = { readonly status: number; readonly reply: AttemptReply & Problem };

/** A person's phone on the hotspot. What it does goes through the portal as HTTP. */
export class SimulatedPhone {
  readonly #reach: Reach;
  /** Replies crawl: connections stay open. */
  slow = false;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  get name(): string {
    return this.#reach.name;
  }

  get connected(): boolean {
    return this.#reach.address() !== undefined;
  }

  /** Any request, under the name or address of `url`, as every name leads to the device. @throws Error off the hotspot */
  fetch(
    url: string,
    options: Pick<InjectOptions, 'method' | 'headers' | 'payload'> = {},
  ): Promise<LightMyRequestResponse> {
    const { host, pathname, search } = new URL(url, 'http://10.42.0.1');
    const { method = 'GET', headers, payload } = options;
    const request = { method, url: `${pathname}${search}`, headers: { host, ...headers } };
    return this.#reach.ask(payload === undefined ? request : { ...request, payload }, !this.slow);
  }

  /** The page is opened, as in the sign-in sheet. */
  open(): Promise<LightMyRequestResponse> {
    return this.fetch('/', { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (iPhone) Mobile/15E148' } });
  }

  async status(): Promise<StatusReply> {
    return (await this.fetch('/api/v1/status')).json<StatusReply>();
  }

  async submit(entered: Entered): Promise<Submitted> {
    const { token, networks } = await this.status();
    const row = networks.rows.find(({ name }) => name === entered.ssid);
    const network = row === undefined ? entered : { ...entered, ssid: undefined, network: row.id };
    return this.post('submit', { token, ...network });
  }

  /** Machine credentials or a fragment, kept for a later `submit` of this phone. */
  async stage(entered: Entered): Promise<Submitted> {
    const { token } = await this.status();
    return this.post('credentials', { token, ...entered });
  }

  /** Somebody is typing. */
  async type(): Promise<void> {
    const { token } = await this.status();
    await this.post('activity', { token });
  }

  async rescan(): Promise<Submitted> {
    const { token } = await this.status();
    return this.post('rescan', { token });
  }

  async exit(): Promise<void> {
    const { token } = await this.status();
    await this.post('exit', { token });
  }

  async post(path: string, body: object): Promise<Submitted> {
    const response = await this.fetch(`/api/v1/${path}`, { method: 'POST', payload: body });
    const reply = response.body === '' ? {} : response.json();
    return { status: response.statusCode, reply };
  }

  leave(): void {
    this.#reach.leave();
  }

  /** Joins the hotspot again, as soon as it is there. */
  rejoin(): Promise<void> {
    return this.#reach.rejoin();
  }
}
