import * as z from 'zod';
import { Secret } from '../../netplan/secret.ts';
import type { MachineCredentials } from '../../portal/session.ts';
import { readJsonc } from '../jsonc.ts';

/** The credentials file, as far as we read it. A part that is there but empty counts as absent. */
const text = z.string().trim().min(1).max(1024);
const absent = z.literal('').transform(() => undefined);
const schema = z.looseObject({
  cloud: z.looseObject({
    app_address: text.refine((address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol), {
      error: 'must be an http or https URL',
    }),
    id: text,
    secret: z.union([text, absent]).optional(),
    api_key: z.looseObject({ id: z.string().max(1024), key: z.string().max(1024) }).optional(),
  }),
});

export type CredentialsReading =
  | { readonly credentials: MachineCredentials; readonly problem: undefined }
  /** `problem` names the field, and never a value. */
  | { readonly credentials: undefined; readonly problem: string };

/** The machine's credentials out of the file's content (JSON, comments and a byte order mark allowed). */
export function credentialsFrom(content: string | Uint8Array): CredentialsReading {
  const { value, flaws } = readJsonc(content);
  const unreadable = flaws.find(({ code }) => code !== 'duplicate-key');
  if (unreadable !== undefined) {
    const where = unreadable.at === undefined ? '' : ` in line ${unreadable.at.line}`;
    return none(`it is no JSON${where}`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return none(`"${issue?.path.join('.') || 'cloud'}" is missing or not valid`);
  }
  const { app_address, id, secret, api_key } = parsed.data.cloud;
  const key =
    api_key === undefined || api_key.id === '' || api_key.key === ''
      ? undefined
      : { id: api_key.id, key: new Secret(api_key.key) };
  if (secret === undefined && key === undefined) return none('it has neither "cloud.secret" nor "cloud.api_key"');
  return {
    credentials: {
      appAddress: app_address,
      id,
      secret: secret === undefined ? undefined : new Secret(secret),
      apiKey: key,
    },
    problem: undefined,
  };
}

const none = (problem: string): CredentialsReading => ({ credentials: undefined, problem });

/** The file's new content. Members that we do not know stay; the former machine's identity goes as a whole. */
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
