import * as z from 'zod';
import { Secret } from '../../netplan/secret.ts';
import type { MachineCredentials } from '../../portal/session.ts';
import { type Flaw, readJsonc } from '../jsonc.ts';

// The file as installers and clouds write it. Members that we do not know are theirs.
const text = z.string().trim().min(1).max(1024);
/** Empty and null count as absent: some clouds write every member. */
const optional = z.union([z.null(), z.string().trim().max(1024)]).optional();
const address = text.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
  error: 'must be an http or https address',
});
const schema = z.looseObject({
  cloud: z.looseObject({
    app_address: address,
    id: text,
    secret: optional,
    api_key: z.union([z.null(), z.looseObject({ id: optional, key: optional })]).optional(),
  }),
});

export type CredentialsReading =
  | { readonly credentials: MachineCredentials; readonly problem: undefined }
  /** `problem` names the field, and never a value. */
  | { readonly credentials: undefined; readonly problem: string };

/**
 * The machine's credentials out of the file's content: `{ cloud: { app_address, id, secret or api_key: { id, key } } }`,
 * JSON with comments. An API key with an empty part counts as absent. Pure.
 */
export function credentialsFrom(content: string | Uint8Array): CredentialsReading {
  const { value, flaws } = readJsonc(content);
  const unreadable = flaws.find(({ code }) => code !== 'duplicate-key');
  if (unreadable !== undefined) return none(sentence(unreadable));
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return none(`"${issue?.path.join('.') || 'cloud'}" is missing or not valid`);
  }
  const { app_address, id, secret, api_key } = parsed.data.cloud;
  const key = api_key?.key;
  const apiKey = given(api_key?.id) && given(key) ? { id: api_key.id, key: new Secret(key) } : undefined;
  if (!given(secret) && apiKey === undefined) return none('it has neither "cloud.secret" nor a whole "cloud.api_key"');
  return {
    credentials: { appAddress: app_address, id, secret: given(secret) ? new Secret(secret) : undefined, apiKey },
    problem: undefined,
  };
}

const given = (value: string | null | undefined): value is string =>
  value !== undefined && value !== null && value !== '';

const none = (problem: string): CredentialsReading => ({ credentials: undefined, problem });

/** `found` never quotes the text: what is broken here may be a secret. */
function sentence({ code, found, at }: Flaw): string {
  if (code === 'too-large') return `it is too large (${found})`;
  return `it is no JSON: ${found}${at === undefined ? '' : ` in line ${at.line}`}`;
}

/**
 * The file's new content. What we know belongs to the machine that was, and goes as a whole; members that we do not know
 * stay. Comments do not.
 * @param former the file's former value, of any kind
 */
export function credentialsText({ appAddress, id, secret, apiKey }: MachineCredentials, former: unknown): string {
  const object = isObject(former) ? former : {};
  const { app_address: _a, id: _i, secret: _s, api_key: _k, ...others } = isObject(object.cloud) ? object.cloud : {};
  const cloud = {
    app_address: appAddress,
    id,
    ...(secret === undefined ? {} : { secret: secret.reveal() }),
    ...(apiKey === undefined ? {} : { api_key: { id: apiKey.id, key: apiKey.key.reveal() } }),
    ...others,
  };
  return `${JSON.stringify({ ...object, cloud }, undefined, 2)}\n`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
