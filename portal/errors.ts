import { CodedError } from '../netplan/errors.ts';
import { type Refusal, refusals } from './session.ts';

/** What is wrong with one field; the page has a sentence for each, in each language. */
export const fieldProblems = [
  'required',
  'too-short',
  'too-long',
  'not-text', // another type, or text that is not Unicode
  'unknown-field',
  'not-printable-ascii', // a wifi password is 8 to 63 printable ASCII characters …
  'not-hexadecimal', // … or 64 hexadecimal digits
  'not-an-address',
  'not-a-network-address', // CIDR form is wanted, 192.168.1.20/24
  'not-in-subnet', // a gateway that the address given cannot reach
  'pattern-mismatch',
  'not-json',
  'smart-quotes', // typographic quotation marks, put there by a phone's keyboard or a mail program
  'incomplete', // machine credentials without one of their parts
  'not-a-url',
  'conflict', // two ways to say one thing, with different values
  'unknown', // no such choice
  'wrong',
] as const;
export type FieldProblem = (typeof fieldProblems)[number];

/** Status and English title of each reason for which the portal itself turns a request down. */
const requestProblems = {
  'foreign-host': [421, 'This address is not served here.'],
  'foreign-origin': [403, 'Only pages and apps that talk to this device directly may change something.'],
  'form-expired': [403, 'The form token is missing or too old. Read the status again and repeat the request.'],
  'content-type-unsupported': [415, 'Send application/json or application/x-www-form-urlencoded, in UTF-8.'],
  'body-too-large': [413, 'The request is larger than this device accepts.'],
  'body-unreadable': [400, 'The body could not be read.'],
  'request-unreadable': [400, 'The request could not be read.'],
  'fields-invalid': [422, 'Some fields need attention.'],
  'not-found': [404, 'There is nothing at this address.'],
  'method-not-allowed': [405, 'This address does not take that method.'],
  'rescan-impossible': [409, 'The radio cannot look for networks now.'],
  internal: [500, 'Something went wrong on the device. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

/** The same for each reason for which the device refuses what was asked (see `Refusal`). */
const refusalProblems: { readonly [R in Refusal]: readonly [number, string] } = {
  'nothing-to-do': [422, 'There was nothing in the request to act on.'],
  'network-unknown': [422, 'This network is no longer in the list.'],
  'password-required': [422, 'This network needs a password.'],
  'unsupported-security': [422, 'This device cannot join a network with this kind of security.'],
  'machine-credentials-required': [422, 'The device needs its machine credentials first.'],
  'ownership-code-required': [403, 'Replacing the machine credentials needs the ownership code.'],
  'ownership-code-wrong': [403, 'The ownership code is wrong.'],
  'replacement-refused': [403, 'The machine credentials of this device cannot be replaced from here.'],
  'attempt-in-progress': [409, 'Another request is being carried out.'],
  'extra-field-invalid': [422, 'An additional field is missing or invalid.'],
  'storage-failed': [500, 'The device could not save what was sent.'],
  'rate-limited': [429, 'Too many requests. Please wait a little.'],
};

export type ProblemCode = keyof typeof requestProblems | Refusal;

const problems: { readonly [C in ProblemCode]: readonly [number, string] } = { ...requestProblems, ...refusalProblems };

/** Every code that an error reply may carry: the closed list. */
export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

export const statusOf = (code: ProblemCode): number => problems[code][0];
export const titleOf = (code: ProblemCode): string => problems[code][1];
export const isRefusal = (code: ProblemCode): code is Refusal => (refusals as readonly string[]).includes(code);

/** One field and what is wrong with it. Never the value: it may be a secret. */
export type FieldError = {
  /** As the field is called in the form and in the API, for example `psk` or `extra.site`. */
  readonly field: string;
  readonly problem: FieldProblem;
  /** The limit that was broken, for `too-short` and `too-long`: characters, or bytes for an SSID. */
  readonly limit?: number | undefined;
};

/** A request turned down; `fields` says where, and `detail` adds to the title what only this case knows. */
export class PortalError extends CodedError<ProblemCode> {
  readonly fields: readonly FieldError[];
  readonly detail: string | undefined;

  constructor(code: ProblemCode, fields: readonly FieldError[] = [], detail?: string, options?: ErrorOptions) {
    super(code, detail ?? titleOf(code), options);
    this.fields = fields;
    this.detail = detail;
  }
}
