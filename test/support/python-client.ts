import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type AppClient, type AppClientKind, CallError, type SeenNetwork, type SeenStatus } from './app-client.ts';

/** Debian's own, which sees Debian's packages whatever else is called python3 here. */
const python = '/usr/bin/python3';
const protos = fileURLToPath(new URL('../../portal/rpc', import.meta.url));
const program = fileURLToPath(new URL('../clients/python-app.py', import.meta.url));

/** `undefined`: it is installed; else what is missing. */
export async function pythonGrpcMissing(): Promise<string | undefined> {
  if (!existsSync(python)) return `${python} is not here`;
  const { exitCode } = await execa(python, ['-c', 'import grpc, google.protobuf'], { reject: false, timeout: 60_000 });
  return exitCode === 0 ? undefined : 'the Debian package python3-grpcio is not installed';
}

type Answer<R> = { readonly reply: R } | { readonly status: number; readonly text: string };

/** Debian's Python gRPC: the C core, which C++, Ruby, PHP and Objective-C apps stand on as well. */
export const pythonGrpc: AppClientKind = {
  name: 'Python gRPC (C core)',
  async open({ app }): Promise<AppClient> {
    const folder = await mkdtemp(join(tmpdir(), 'machine-agent-app-'));
    const image = join(folder, 'image.binpb');
    await execa('buf', ['build', '-o', image], { cwd: protos, preferLocal: true, localDir: protos, timeout: 60_000 });
    const running = execa(python, [program, `127.0.0.1:${app}`, image], { buffer: false, reject: false });
    const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
    async function call<R>(method: string, request: object = {}, metadata: object = {}): Promise<R> {
      running.stdin.write(`${JSON.stringify({ method, request, metadata })}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the Python app has ended');
      const answer = JSON.parse(value) as Answer<R>;
      if ('status' in answer) throw new CallError(answer.status, answer.text);
      return answer.reply;
    }
    return {
      async status() {
        const reply = await call<SeenStatus>('GetSmartMachineStatus');
        return { ...reply, latestConnectionAttempt: reply.latestConnectionAttempt };
      },
      networks: async () => (await call<{ networks: SeenNetwork[] }>('GetNetworkList')).networks,
      setNetwork: (type, ssid, psk) => call('SetNetworkCredentials', { type, ssid, psk }),
      setCredentials: (cloud, code) =>
        call(
          'SetSmartMachineCredentials',
          cloud === undefined ? {} : { cloud },
          code === undefined ? {} : { 'ownership-code': code },
        ),
      exit: () => call('ExitProvisioning'),
      async close() {
        running.stdin.end();
        await running;
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
