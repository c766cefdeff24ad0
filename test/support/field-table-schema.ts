import { fromJSON } from '@grpc/proto-loader';
import { fields, methods } from '../daemon/wire/tables.ts';

type Node = { nested?: Record<string, Node>; fields?: Record<string, object>; [member: string]: unknown };

const scalars = new Set(['string', 'bool', 'bytes', 'int32', 'int64', 'uint64', 'double']);
const known: Readonly<Record<string, string>> = {
  Struct: 'google.protobuf.Struct',
  Duration: 'google.protobuf.Duration',
  Timestamp: 'google.protobuf.Timestamp',
  LogEntry: 'viam.common.v1.LogEntry',
  Status: 'google.rpc.Status',
};

/** What the tables take for granted, with the numbers of the protocol's own documents. */
const given: Record<string, Node> = {
  'google.protobuf.Duration': message({ seconds: [1, 'int64'], nanos: [2, 'int32'] }),
  'google.protobuf.Timestamp': message({ seconds: [1, 'int64'], nanos: [2, 'int32'] }),
  'google.protobuf.Struct': { fields: { fields: { keyType: 'string', type: 'google.protobuf.Value', id: 1 } } },
  'google.protobuf.Value': {
    ...message({
      nullValue: [1, 'int32'],
      numberValue: [2, 'double'],
      stringValue: [3, 'string'],
      boolValue: [4, 'bool'],
      structValue: [5, 'google.protobuf.Struct'],
      listValue: [6, 'google.protobuf.ListValue'],
    }),
    oneofs: {
      kind: { oneof: ['nullValue', 'numberValue', 'stringValue', 'boolValue', 'structValue', 'listValue'] },
    },
  },
  'google.protobuf.ListValue': {
    fields: { values: { rule: 'repeated', type: 'google.protobuf.Value', id: 1 } },
  },
  'google.rpc.Status': message({ code: [1, 'int32'], message: [2, 'string'] }),
};

function message(numbers: Record<string, [number, string]>): Node {
  return { fields: Object.fromEntries(Object.entries(numbers).map(([name, [id, type]]) => [name, { id, type }])) };
}

/** A service definition for grpc-js out of the tables alone: nothing of ours, and nothing generated, is in it. */
export function fieldTableSchema() {
  const root: Node = { nested: {} };
  const put = (path: string, node: Node) => {
    const names = path.split('.');
    const last = names.pop() as string;
    let at = root;
    for (const name of names) {
      at.nested ??= {};
      at.nested[name] ??= {};
      at = at.nested[name];
    }
    at.nested ??= {};
    at.nested[last] = { ...at.nested[last], ...node };
  };
  for (const [name, node] of Object.entries(given)) put(name, node);
  for (const [name, lines] of Object.entries(fields)) {
    const space = name.slice(0, name.lastIndexOf('.'));
    if (lines[0]?.split(' ').length === 2) {
      put(name, { values: Object.fromEntries(lines.map((line) => [line.split(' ')[1], Number(line.split(' ')[0])])) });
    } else put(name, { fields: Object.fromEntries(lines.map((line) => fieldFrom(line, space))) });
  }
  for (const path of methods) {
    const [, service = '', method = ''] = path.split('/');
    const space = service.slice(0, service.lastIndexOf('.'));
    const types = { requestType: `${space}.${method}Request`, responseType: `${space}.${method}Response` };
    const found = service.split('.').reduce<Node | undefined>((at, name) => at?.nested?.[name], root);
    put(service, { methods: { ...(found?.['methods'] as object | undefined), [method]: types } });
  }
  return fromJSON(root as never, { defaults: true, longs: String, enums: String, bytes: Buffer, keepCase: true });
}

function fieldFrom(line: string, space: string): [string, object] {
  const [id = '', name = '', ...rest] = line.split(' ');
  const repeated = rest[0] === 'repeated';
  const type = rest.at(-1) ?? '';
  if (type.endsWith('Entry') && repeated && type !== 'LogEntry' && type !== 'TrainingJobLogEntry') {
    const value = type === 'ContainerMapEntry' ? `${space}.Container` : 'string';
    return [name, { keyType: 'string', type: value, id: Number(id) }];
  }
  const full = scalars.has(type) ? type : (known[type] ?? `${space}.${type}`);
  return [name, { ...(repeated ? { rule: 'repeated' } : {}), type: full, id: Number(id) }];
}

/** An object as google.protobuf.Struct, in the shape that grpc-js sends. */
export const structOf = (object: Readonly<Record<string, unknown>>): object => ({
  fields: Object.fromEntries(Object.entries(object).map(([key, value]) => [key, protoValue(value)])),
});

function protoValue(value: unknown): object {
  if (value === null) return { nullValue: 0 };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(protoValue) } };
  return { structValue: structOf(value as Record<string, unknown>) };
}
