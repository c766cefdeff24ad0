import type { Clock } from '../../netplan/clock.ts';
import { type AppApi, appApi } from '../../portal/rpc/api.ts';
import { servicePath } from '../../portal/rpc/routes.ts';
import { answerWeb } from '../../portal/rpc/web-call.ts';
import type { ProvisioningSession } from '../../portal/session.ts';
import { listeningLog } from './portal.ts';

export type CallReply = {
  readonly status: number;
  /** The reply's message, or `{ code, message }` of an error. */
  readonly body: Record<string, unknown> & { readonly code?: string; readonly message?: string };
  readonly headers: Headers;
};

/** The app's API without a socket, as JSON. What a door does when a reply has arrived, `received` does. */
export class AppCalls {
  readonly api: AppApi;
  readonly lines: ReturnType<typeof listeningLog>['lines'];
  readonly #received: (() => void)[] = [];

  constructor(session: ProvisioningSession, clock: Clock) {
    const { lines, log } = listeningLog();
    this.lines = lines;
    this.api = appApi({ session, clock, log });
  }

  async call(
    method: string,
    message: object = {},
    { client = '10.42.0.77', headers = {} }: { client?: string; headers?: Record<string, string> } = {},
  ): Promise<CallReply> {
    const path = `${servicePath}/${method}`;
    const handler = this.api.web.get(path);
    if (handler === undefined) throw new RangeError(`there is no ${method}`);
    const reply = await answerWeb(handler, {
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(JSON.stringify(message)),
      client,
    });
    if (reply.received !== undefined) this.#received.push(reply.received);
    return { status: reply.status, body: JSON.parse(reply.body.toString()), headers: reply.headers };
  }

  status(client?: string): Promise<CallReply> {
    return this.call('GetSmartMachineStatus', {}, client === undefined ? {} : { client });
  }

  network(ssid: string, psk = '', client?: string): Promise<CallReply> {
    return this.call('SetNetworkCredentials', { type: 'wifi', ssid, psk }, client === undefined ? {} : { client });
  }

  /** Every reply on its way has arrived. */
  received(): void {
    for (const report of this.#received.splice(0)) report();
  }
}

export const cloud = { id: 'part-7', secret: 'hush hush', appAddress: 'https://app.example.com:443' };
