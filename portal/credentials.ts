import { type ParseError, parse } from 'jsonc-parser';
import { Secret } from '../netplan/secret.ts';
import type { FieldError, FieldProblem } from './errors.ts';
import type { CredentialsRequest } from './requests.ts';
import type { MachineCredentials } from './session.ts';

export type CredentialsReading =
  | { readonly credentials: MachineCredentials | undefined; readonly errors: readonly [] }
  | { readonly credentials: undefined; readonly errors: readonly FieldError[]; readonly detail?: string };

type Fields = Pick<CredentialsRequest, 'credentials' | 'appAddress' | 'machineId' | 'secret' | 'apiKeyId' | 'apiKey'>;

const failed = (field: string, problem: FieldProblem, detail?: string): CredentialsReading => ({
  credentials: undefined,
  errors: [{ field, problem }],
  ...(detail === undefined ? {} : { detail }),
});

/**
 * Machine credentials as a person gives them: the file that the cloud offers, pasted, or its parts in fields of their
 * own. No error holds a value: what is pasted here is a secret even where it is no JSON.
 */
export function readCredentials(fields: Fields): CredentialsReading {
  const parts = ['appAddress', 'machineId', 'secret', 'apiKeyId', 'apiKey'] as const;
  const typed = parts.filter((part) => (fields[part] ?? '').trim() !== '');
  const pasted = typeof fields.credentials === 'string' ? fields.credentials.trim() : fields.credentials;
  const isPasted = pasted !== undefined && pasted !== null && pasted !== '';
  if (isPasted && typed.length > 0) return failed('credentials', 'conflict');
  if (isPasted) return typeof pasted === 'string' ? fromText(pasted) : fromObject(pasted);
  if (typed.length === 0) return { credentials: undefined, errors: [] };
  const value = (part: (typeof parts)[number]) => (fields[part] ?? '').trim();
  const apiKey = value('apiKeyId') === '' && value('apiKey') === '' ? undefined : [value('apiKeyId'), value('apiKey')];
  return complete(
    { appAddress: value('appAddress'), id: value('machineId'), secret: value('secret'), apiKey },
    { appAddress: 'appAddress', id: 'machineId', secret: 'secret', apiKeyId: 'apiKeyId', apiKey: 'apiKey' },
  );
}

/** Quotation marks that keyboards, mail programs and word processors put in place of `"`. */
const smartQuotes = /[\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c\u300d\uff02]/;

function fromText(text: string): CredentialsReading {
  // A byte order mark; invisible characters that chat programs leave; and the fence of a Markdown block.
  const cleaned = text
    .replace(/[\ufeff\u200b\u2060]/g, '')
    .replace(/\u00a0/g, ' ')
    .trim()
    .replace(/^```\w*\s*\n([\s\S]*?)\n?```$/, '$1');
  const errors: ParseError[] = [];
  const value: unknown = parse(cleaned, errors, { allowTrailingComma: true, disallowComments: false });
  if (errors.length === 0 && isObject(value)) return fromObject(value);
  if (smartQuotes.test(cleaned)) return failed('credentials', 'smart-quotes');
  const offset = errors[0]?.offset;
  const line = offset === undefined ? undefined : cleaned.slice(0, offset).split('\n').length;
  return failed('credentials', 'not-json', line === undefined ? undefined : `Line ${line} cannot be read.`);
}

/** `{ "cloud": { "app_address", "id", "secret" or "api_key": { "id", "key" } } }`, or only what is inside `cloud`. */
function fromObject(value: Readonly<Record<string, unknown>>): CredentialsReading {
  const cloud = isObject(value['cloud']) ? value['cloud'] : value;
  const key = isObject(cloud['api_key']) ? cloud['api_key'] : undefined;
  const names = {
    appAddress: 'app_address',
    id: 'id',
    secret: 'secret',
    apiKeyId: 'api_key.id',
    apiKey: 'api_key.key',
  };
  return complete(
    {
      appAddress: text(cloud['app_address']),
      id: text(cloud['id']),
      secret: text(cloud['secret']),
      apiKey: key === undefined ? undefined : [text(key['id']), text(key['key'])],
    },
    names,
    'credentials',
  );
}

type Found = { appAddress: string; id: string; secret: string; apiKey: readonly string[] | undefined };
type Names = { readonly [N in 'appAddress' | 'id' | 'secret' | 'apiKeyId' | 'apiKey']: string };

function complete(found: Found, names: Names, within?: string): CredentialsReading {
  const wrong = (name: keyof Names, problem: FieldProblem): CredentialsReading =>
    within === undefined
      ? failed(names[name], problem)
      : failed(within, problem === 'required' ? 'incomplete' : problem, `It concerns "${names[name]}".`);
  if (found.appAddress === '') return wrong('appAddress', 'required');
  if (!isCloudAddress(found.appAddress)) return wrong('appAddress', 'not-a-url');
  if (found.id === '') return wrong('id', 'required');
  const [keyId = '', key = ''] = found.apiKey ?? [];
  if (found.apiKey === undefined && found.secret === '') return wrong('secret', 'required');
  if (found.apiKey !== undefined && keyId === '') return wrong('apiKeyId', 'required');
  if (found.apiKey !== undefined && key === '') return wrong('apiKey', 'required');
  const flaw = [found.id, found.secret, keyId, key].some((part) => part.length > 1024 || /[\p{Cc}]/u.test(part));
  if (flaw) return failed(within ?? names.id, 'not-text');
  return {
    credentials: {
      appAddress: found.appAddress,
      id: found.id,
      secret: found.secret === '' ? undefined : new Secret(found.secret),
      apiKey: found.apiKey === undefined ? undefined : { id: keyId, key: new Secret(key) },
    },
    errors: [],
  };
}

function isCloudAddress(address: string): boolean {
  const url = URL.canParse(address) && address.length <= 512 ? new URL(address) : undefined;
  return /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === '';
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
