import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import t from 'tap';
import { fields, methods } from './tables.ts';

const folder = fileURLToPath(new URL('../../../daemon/wire', import.meta.url));
/** A proxy that is not there: whatever wants the net fails. */
const offline = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
const buf = (...args: readonly string[]) =>
  execa('buf', args, { cwd: folder, preferLocal: true, localDir: folder, env: offline, timeout: 120_000 });

const made = [
  'google/rpc/status',
  'proto/rpc/v1/auth',
  'viam/app/agent/v1/agent',
  'viam/app/mltraining/v1/ml_training',
  'viam/app/v1/robot',
  'viam/common/v1/common',
];

t.test('the generated code is what buf and protoc-gen-es make of the .proto files, without a network', async (t) => {
  const fresh = t.testdir();
  await buf('generate', '--output', fresh);
  for (const file of made.flatMap((name) => [`${name}_pb.js`, `${name}_pb.d.ts`]))
    t.equal(
      await readFile(`${folder}/generated/${file}`, 'utf8'),
      await readFile(`${fresh}/generated/${file}`, 'utf8'),
      'run `npx buf generate` in daemon/wire',
    );
});

t.test('the .proto files keep the rules of their kind', async (t) => {
  t.equal((await buf('lint')).stdout, '');
});

t.test('packages, methods, names and field numbers are those that the cloud and shipping clients speak', async (t) => {
  const { stdout } = await buf('build', '--output', '-#format=json');
  const files = (JSON.parse(stdout) as { file: File[] }).file.filter((one) => !one.package.startsWith('google.'));
  const found = files.flatMap((file) => [
    ...(file.messageType ?? []).map(({ name, field = [] }) => [`${file.package}.${name}`, field.map(line)]),
    ...(file.enumType ?? []).map(({ name, value }) => [
      `${file.package}.${name}`,
      value.map((one) => `${one.number ?? 0} ${one.name}`),
    ]),
  ]);
  t.strictSame(Object.fromEntries(found), fields);
  const paths = files.flatMap((file) =>
    (file.service ?? []).flatMap(({ name, method }) => method.map((one) => `/${file.package}.${name}/${one.name}`)),
  );
  t.strictSame(paths.sort(), [...methods].sort());
});

type File = {
  readonly package: string;
  readonly messageType?: { readonly name: string; readonly field?: readonly Field[] }[];
  readonly enumType?: {
    readonly name: string;
    readonly value: { readonly name: string; readonly number?: number }[];
  }[];
  readonly service?: { readonly name: string; readonly method: { readonly name: string }[] }[];
};
type Field = { readonly number: number; readonly name: string; type: string; typeName?: string; label: string };

function line({ number, name, type, typeName, label }: Field): string {
  const kind = typeName?.replace(/^.*\./, '') ?? type.replace('TYPE_', '').toLowerCase();
  return `${number} ${name} ${label === 'LABEL_REPEATED' ? 'repeated ' : ''}${kind}`;
}
