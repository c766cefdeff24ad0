import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import t from 'tap';
import { ProvisioningService } from '../../../portal/rpc/generated/viam/provisioning/v1/provisioning_pb.ts';
import { methodNames, servicePath } from '../../../portal/rpc/routes.ts';

const folder = fileURLToPath(new URL('../../../portal/rpc', import.meta.url));
const made = 'viam/provisioning/v1/provisioning_pb.ts';
/** A proxy that is not there: whatever wants the net fails. */
const offline = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
const buf = (...args: readonly string[]) =>
  execa('buf', args, { cwd: folder, preferLocal: true, localDir: folder, env: offline, timeout: 120_000 });

t.test('the generated code is what buf and protoc-gen-es make of the .proto file, without a network', async (t) => {
  const fresh = t.testdir();
  await buf('generate', '--output', fresh);
  t.equal(
    await readFile(`${folder}/generated/${made}`, 'utf8'),
    await readFile(`${fresh}/generated/${made}`, 'utf8'),
    'run `npx buf generate` in portal/rpc',
  );
});

t.test('the .proto file keeps the rules of its kind', async (t) => {
  t.equal((await buf('lint')).stdout, '');
});

/** What shipping clients have built in: a change here breaks them. */
const wire = {
  GetSmartMachineStatusRequest: [],
  GetSmartMachineStatusResponse: [
    '1 provisioning_info ProvisioningInfo',
    '2 has_smart_machine_credentials bool',
    '3 is_online bool',
    '4 latest_connection_attempt NetworkInfo',
    '5 errors repeated string',
    '6 agent_version string',
  ],
  SetNetworkCredentialsRequest: ['1 type string', '2 ssid string', '3 psk string'],
  SetNetworkCredentialsResponse: [],
  SetSmartMachineCredentialsRequest: ['1 cloud CloudConfig'],
  SetSmartMachineCredentialsResponse: [],
  GetNetworkListRequest: [],
  GetNetworkListResponse: ['1 networks repeated NetworkInfo'],
  ExitProvisioningRequest: [],
  ExitProvisioningResponse: [],
  ProvisioningInfo: ['1 fragment_id string', '2 model string', '3 manufacturer string'],
  NetworkInfo: [
    '1 type string',
    '2 ssid string',
    '3 security string',
    '4 signal int32',
    '5 connected bool',
    '6 last_error string',
  ],
  CloudConfig: ['1 id string', '2 secret string', '3 app_address string', '4 api_key APIKey'],
  APIKey: ['1 id string', '2 key string'],
};

t.test('names and field numbers are those that shipping clients have built in', async (t) => {
  const { stdout } = await buf('build', '--output', '-#format=json');
  const { file } = JSON.parse(stdout) as { file: { package: string; messageType: Message[] }[] };
  const found = file.flatMap(({ messageType }) => messageType.map(({ name, field = [] }) => [name, field.map(line)]));
  t.strictSame(Object.fromEntries(found), wire);
  t.strictSame(
    file.map((one) => one.package),
    ['viam.provisioning.v1'],
  );
});

type Message = { readonly name: string; readonly field?: readonly Field[] };
type Field = { readonly number: number; readonly name: string; type: string; typeName?: string; label: string };

function line({ number, name, type, typeName, label }: Field): string {
  const kind = typeName?.replace('.viam.provisioning.v1.', '') ?? type.replace('TYPE_', '').toLowerCase();
  return `${number} ${name} ${label === 'LABEL_REPEATED' ? 'repeated ' : ''}${kind}`;
}

t.test('the paths that are known without the descriptor are those of the descriptor', async (t) => {
  t.equal(servicePath, `/${ProvisioningService.typeName}`);
  t.strictSame(
    [...methodNames],
    ProvisioningService.methods.map(({ name }) => name),
  );
  t.ok(ProvisioningService.methods.every(({ methodKind }) => methodKind === 'unary'));
});
