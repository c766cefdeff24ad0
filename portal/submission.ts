import { Secret } from '../netplan/secret.ts';
import { type Ssid, ssidFromBytes, ssidFromText } from '../netplan/ssid.ts';
import { Flaws, given, readAddressing } from './addressing.ts';
import { readCredentials } from './credentials.ts';
import type { FieldError } from './errors.ts';
import { extraFlaw, needsPassword, passwordFlaw } from './page/validation.ts';
import type { CredentialsRequest, SubmitRequest } from './requests.ts';
import type { NetworkChoice, PortalStatus, Submission } from './session.ts';

export type SubmissionReading =
  | { readonly submission: Submission; readonly errors: readonly [] }
  | { readonly submission: undefined; readonly errors: readonly FieldError[]; readonly detail?: string };

type Asked = Pick<PortalStatus, 'networks' | 'extraFields'>;

/** Text values whose bytes UTF-8 cannot hold (half of a surrogate pair, from JSON): the network's name would change. */
function checkText(request: Readonly<Record<string, unknown>>, flaws: Flaws): void {
  for (const [field, value] of Object.entries(request)) {
    if (typeof value === 'string' && !value.isWellFormed()) flaws.add(field, 'not-text');
  }
}

/** What a form or an app gave, in the session's words; or what is wrong with it, field by field. Pure. */
export function readSubmission(request: SubmitRequest, asked: Asked): SubmissionReading {
  const flaws = new Flaws();
  checkText(request, flaws);
  const network = flaws.errors.length === 0 ? readNetwork(request, asked, flaws) : undefined;
  const extra = readExtra(request, asked, flaws);
  const machine = readMachine(request);
  for (const { field, problem, limit } of machine.errors)
    flaws.add(field, limit === undefined ? problem : { problem, limit });
  if (machine.part === undefined || flaws.errors.length > 0) {
    return {
      submission: undefined,
      errors: flaws.errors,
      ...(machine.detail === undefined ? {} : { detail: machine.detail }),
    };
  }
  return { submission: { network, extra, ...machine.part }, errors: [] };
}

type MachinePart = Pick<Submission, 'credentials' | 'fragmentId' | 'ownershipCode'>;

/** The part about the machine alone, which an app may send before the network. */
export function readMachine(request: Omit<CredentialsRequest, 'token'>): {
  readonly part: MachinePart | undefined;
  readonly errors: readonly FieldError[];
  readonly detail?: string;
} {
  const reading = readCredentials(request);
  if (reading.errors.length > 0) return { part: undefined, ...reading };
  const code = given(request.ownershipCode);
  const fragmentId = given(request.fragmentId?.trim());
  if (fragmentId !== undefined && /[\p{Cc}]/u.test(fragmentId)) {
    return { part: undefined, errors: [{ field: 'fragmentId', problem: 'not-text' }] };
  }
  return {
    part: {
      credentials: reading.credentials,
      fragmentId,
      ownershipCode: code === undefined ? undefined : new Secret(code),
    },
    errors: [],
  };
}

function readNetwork(request: SubmitRequest, asked: Asked, flaws: Flaws): NetworkChoice | undefined {
  const id = given(request.network);
  const typed = readName(request, flaws);
  if (id !== undefined && typed !== undefined) flaws.add('ssid', 'conflict');
  const row = asked.networks.find((network) => network.id === id);
  if (id !== undefined && row === undefined) flaws.add('network', 'unknown');
  if (id === undefined && typed === undefined) {
    // A password alone says that a choice was forgotten; all else may be about the machine's credentials only.
    if (given(request.psk) !== undefined || given(request.identity) !== undefined) flaws.add('network', 'required');
    return undefined;
  }
  const network = typed === undefined ? { id: id ?? '' } : { ssid: typed };
  const addressing = readAddressing(request, flaws);
  const enterprise = row === undefined ? given(request.identity) !== undefined : row.security === 'enterprise';
  if (enterprise) {
    const [identity, password] = [given(request.identity), given(request.password)];
    if (identity === undefined) flaws.add('identity', 'required');
    if (password === undefined) flaws.add('password', 'required');
    const method = request.enterpriseMethod === 'ttls' ? 'ttls' : 'peap';
    const login = { method, identity: identity ?? '', password: new Secret(password ?? '') } as const;
    return { network, psk: undefined, enterprise: login, addressing };
  }
  return { network, psk: readPassword(request.psk, row, flaws), enterprise: undefined, addressing };
}

type Row = PortalStatus['networks'][number];

/** Exactly what was typed: blanks at the ends count, and nothing is decoded twice. */
function readPassword(psk: string | null | undefined, row: Row | undefined, flaws: Flaws): Secret | undefined {
  if (row !== undefined && !needsPassword(row.security)) return undefined;
  const value = given(psk);
  // A typed network may be open; one whose password is saved may keep it. Both are for the session to refuse.
  if (value === undefined) {
    if (row?.known === false && row.supported) flaws.add('psk', 'required');
    return undefined;
  }
  flaws.add('psk', passwordFlaw(value));
  return new Secret(value);
}

function readName(request: SubmitRequest, flaws: Flaws): Ssid | undefined {
  const [name, hex] = [given(request.ssid), given(request.ssidHex)];
  if (name !== undefined && Buffer.byteLength(name) > 32) flaws.add('ssid', { problem: 'too-long', limit: 32 });
  if (hex !== undefined && !/^([0-9a-f]{2}){1,32}$/i.test(hex)) flaws.add('ssidHex', 'not-hexadecimal');
  if (flaws.errors.length > 0) return undefined;
  const fromHex = hex === undefined ? undefined : ssidFromBytes(Buffer.from(hex, 'hex'));
  const fromName = name === undefined ? undefined : ssidFromText(name);
  if (fromHex !== undefined && fromName !== undefined && fromHex !== fromName) flaws.add('ssidHex', 'conflict');
  return fromHex ?? fromName;
}

function readExtra(request: SubmitRequest, asked: Asked, flaws: Flaws): Readonly<Record<string, string>> {
  const answers = new Map(Object.entries(request.extra ?? {}));
  const known = new Set(asked.extraFields.map((field) => field.name));
  for (const name of answers.keys()) if (!known.has(name)) flaws.add(`extra.${name}`, 'unknown-field');
  for (const field of asked.extraFields) {
    const value = answers.get(field.name) ?? '';
    flaws.add(`extra.${field.name}`, extraFlaw(value, { ...field, pattern: field.pattern ?? null }));
    if (!value.isWellFormed()) flaws.add(`extra.${field.name}`, 'not-text');
  }
  return Object.fromEntries([...answers].filter(([, value]) => value !== ''));
}
