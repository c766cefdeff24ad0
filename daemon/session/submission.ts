import type { Profile } from '../../netplan/profile.ts';
import type { Secret } from '../../netplan/secret.ts';
import { ssidText } from '../../netplan/ssid.ts';
import type {
  ExtraField,
  MachineCredentials,
  NetworkChoice,
  NetworkRow,
  Refusal,
  Replacement,
  Submission,
} from '../../portal/session.ts';

/** What a submission is held against. */
export type SubmissionFacts = {
  readonly configured: boolean;
  readonly replacement: Replacement;
  readonly ownershipCode: Secret | undefined;
  /** What the machine has now. */
  readonly credentials: MachineCredentials | undefined;
  readonly fragmentId: string | undefined;
  readonly extraFields: readonly ExtraField[];
  /** A row that was shown in this hotspot period, also if its network is out of sight by now. */
  readonly rowOf: (id: string) => NetworkRow | undefined;
  readonly rowNamed: (ssid: NetworkRow['ssid']) => NetworkRow | undefined;
  readonly newId: () => string;
  readonly powerSave: boolean | undefined;
};

export type Checked =
  | { readonly profile: Profile | undefined }
  | { readonly refusal: Refusal; readonly field: string | undefined };

const refuse = (refusal: Refusal, field?: string): Checked => ({ refusal, field });

/** Whether a submission can be accepted, and the profile to try. Nothing has happened yet when it is refused. */
export function checked(submission: Submission, facts: SubmissionFacts): Checked {
  const { network, credentials, fragmentId } = submission;
  if (network === undefined && credentials === undefined && fragmentId === undefined) return refuse('nothing-to-do');
  const owner = ownership(submission, facts);
  if (owner !== undefined) return owner;
  if (!facts.configured && credentials === undefined) return refuse('machine-credentials-required', 'credentials');
  const extra = facts.extraFields.find((field) => !fits(submission.extra[field.name] ?? '', field));
  if (extra !== undefined) return refuse('extra-field-invalid', `extra.${extra.name}`);
  return network === undefined ? { profile: undefined } : profileFor(network, facts);
}

/**
 * What of it the machine does not have already. After a wrong wifi password an app, or a form that was gone back to, gives
 * the same credentials again: they replace nothing, and are not written.
 */
export function newIn({ credentials, fragmentId }: Partial<Submission>, facts: SubmissionFacts): Partial<Submission> {
  return {
    ...(credentials === undefined || isSame(credentials, facts.credentials) ? {} : { credentials }),
    ...(fragmentId === undefined || fragmentId === facts.fragmentId ? {} : { fragmentId }),
  };
}

/** Whether the machine would get other credentials, or another fragment. */
export const replaces = (part: Partial<Submission>, facts: SubmissionFacts): boolean =>
  Object.keys(newIn(part, facts)).length > 0;

function isSame(given: MachineCredentials, held: MachineCredentials | undefined): boolean {
  if (held === undefined || given.id !== held.id || given.appAddress !== held.appAddress) return false;
  const sameKey = given.apiKey?.id === held.apiKey?.id && isSameSecret(given.apiKey?.key, held.apiKey?.key);
  return sameKey && isSameSecret(given.secret, held.secret);
}

const isSameSecret = (given: Secret | undefined, held: Secret | undefined): boolean =>
  given === undefined ? held === undefined : given.equals(held);

/** Rule 7: credentials and fragment of a configured device change hands only with the code on its label. */
function ownership(submission: Submission, facts: SubmissionFacts): Checked | undefined {
  if (!replaces(submission, facts)) return undefined;
  const { ownershipCode } = submission;
  switch (facts.replacement) {
    case 'free':
      return undefined;
    case 'refused':
      return refuse('replacement-refused', 'credentials');
    case 'with-code':
      if (ownershipCode === undefined) return refuse('ownership-code-required', 'ownershipCode');
      return ownershipCode.equals(facts.ownershipCode) ? undefined : refuse('ownership-code-wrong', 'ownershipCode');
  }
}

function fits(value: string, { required, pattern, maxLength }: ExtraField): boolean {
  if (value === '') return !required;
  // The settings accept only patterns that cannot run away; see netplan/pattern.ts.
  return value.length <= maxLength && (pattern === undefined || new RegExp(`^(?:${pattern})$`, 'v').test(value));
}

function profileFor(choice: NetworkChoice, facts: SubmissionFacts): Checked {
  const typed = 'ssid' in choice.network ? choice.network.ssid : undefined;
  const row = 'id' in choice.network ? facts.rowOf(choice.network.id) : facts.rowNamed(choice.network.ssid);
  const ssid = row?.ssid ?? typed;
  if (ssid === undefined) return refuse('network-unknown', 'network');
  const security = row?.security ?? typedSecurity(choice);
  if (row !== undefined && !row.supported) return refuse('unsupported-security', 'network');
  if (security === 'enterprise' && choice.enterprise === undefined) return refuse('password-required', 'identity');
  if ((security === 'wpa-psk' || security === 'sae') && choice.psk === undefined) {
    return refuse('password-required', 'psk');
  }
  const protectedByPassword = security === 'wpa-psk' || security === 'sae' || security === 'unknown';
  return {
    profile: {
      id: facts.newId(),
      name: ssidText(ssid).replaceAll('\0', '\u2400'),
      source: 'submission',
      interface: undefined,
      wifi: {
        ssid,
        hidden: row === undefined,
        security,
        psk: protectedByPassword ? choice.psk : undefined,
        enterprise: security === 'enterprise' ? choice.enterprise : undefined,
        powerSave: facts.powerSave,
      },
      addressing: choice.addressing,
      priority: 0,
      routeMetric: 0,
      autoconnect: true,
    },
  };
}

/** A name that was typed is not in the list: what else was given says how the network is protected. */
const typedSecurity = ({ psk, enterprise }: NetworkChoice) =>
  enterprise !== undefined ? 'enterprise' : psk === undefined ? 'open' : 'unknown';
