// `node app.ts METHOD [VALUE...] [+ METHOD [VALUE...]]...`: calls of a provisioning app to the hotspot's gRPC port, one after
// the other on one connection; their replies as a JSON array. It runs in the phone's namespace.
import { sdkOverGrpc } from '../clients/sdk.ts';
import type { AppClient } from '../support/app-client.ts';

type Call = (client: AppClient, values: readonly string[]) => Promise<unknown>;
const calls: Readonly<Record<string, Call>> = {
  status: (client) => client.status(),
  networks: (client) => client.networks(),
  network: (client, [ssid = '', psk = '']) => client.setNetwork('wifi', ssid, psk),
  credentials: (client, [id = '', secret = '', appAddress = '']) => client.setCredentials({ id, secret, appAddress }),
  exit: (client) => client.exit(),
};

const client = await sdkOverGrpc.open({ host: '10.42.0.1', app: 4772, portal: 80 });
const replies: unknown[] = [];
for (const call of process.argv.slice(2).join('\0').split('\0+\0')) {
  const [method = '', ...values] = call.split('\0');
  replies.push((await calls[method]?.(client, values)) ?? null);
}
await client.close();
// The SDK keeps its connection for a while, and with it the program.
process.stdout.write(`${JSON.stringify(replies)}\n`, () => process.exit());
