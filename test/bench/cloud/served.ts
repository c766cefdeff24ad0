import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Connection } from '../../../daemon/cloud/connection.ts';
import { Secret } from '../../../netplan/secret.ts';
import type { Cost, Served } from './serving.ts';

const program = fileURLToPath(new URL('serving.ts', import.meta.url));
const patience = 120_000;

/** A cloud in another process, and the agents' own connections to it, one for each machine. */
export class ServedCloud {
  readonly url: string;
  readonly machines: Served['machines'];
  readonly connections: readonly Connection[];
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, { url, machines }: Served) {
    this.#process = process;
    this.url = url;
    this.machines = machines;
    this.connections = machines.map(
      ({ id, secret }) =>
        new Connection({ appAddress: url, id, secret: new Secret(secret), apiKey: undefined }, `host-${id}`),
    );
  }

  static async start(which: 'local' | 'grpc-js', machines: number): Promise<ServedCloud> {
    const child = fork(program, [which, String(machines)], { env: { ...process.env, NODE_OPTIONS: '' } });
    const [served] = (await once(child, 'message', { signal: AbortSignal.timeout(patience) })) as [Served];
    return new ServedCloud(child, served);
  }

  async cost(): Promise<Cost> {
    const answer = once(this.#process, 'message', { signal: AbortSignal.timeout(patience) });
    this.#process.send('cost');
    return ((await answer) as [Cost])[0];
  }

  async end(): Promise<void> {
    for (const connection of this.connections) connection.close();
    const ended = once(this.#process, 'exit');
    this.#process.disconnect();
    await ended;
  }
}
