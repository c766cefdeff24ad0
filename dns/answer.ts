/** What the names on the hotspot mean. `undefined` in place of a policy: every question is refused. */
export type Policy = {
  /** `all`: every name leads here, so that phones open their sign-in sheet. `setup-only`: only `.setup` and our own. */
  readonly names: 'all' | 'setup-only';
  /** IPv4 address of the hotspot itself, for `.setup` and our own names. */
  readonly hotspotAddress: string;
  /** IPv4 address for every other name in `all`. Public-looking: some phones show no sheet for a private one. */
  readonly answerAddress: string;
  /** The machine's host name, with or without a domain. */
  readonly hostName: string;
  /** IPv4 address of the resolver that foreign names go to in `setup-only`; `undefined`: there is no uplink. */
  readonly upstream: string | undefined;
};

/** One question. The name is in lower case, without the last dot; a dot inside of a label is written `\046`. */
export type Question = { readonly name: string; readonly type: number; readonly class: number };

export type Answer =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | { readonly kind: 'pointer'; readonly name: string }
  /** The name exists, this type does not (NODATA, RFC 2308 2.2). */
  | { readonly kind: 'no-data' }
  | { readonly kind: 'no-such-name' }
  | { readonly kind: 'refused' | 'not-implemented' | 'malformed' }
  /** Asked of that resolver, and its reply handed on. */
  | { readonly kind: 'forward'; readonly upstream: string };

const type = { a: 1, ptr: 12, any: 255 } as const;
const internet = 1;

// Types that cannot be asked for like data: 0 is reserved, OPT, TKEY and TSIG belong into the additional section
// (RFC 6895 3.1); there is no zone to transfer; MAILA and MAILB are obsolete (RFC 1035 3.2.3).
const unaskable: Readonly<Record<number, Answer>> = {
  0: { kind: 'malformed' },
  41: { kind: 'malformed' },
  249: { kind: 'malformed' },
  250: { kind: 'malformed' },
  251: { kind: 'refused' },
  252: { kind: 'refused' },
  253: { kind: 'not-implemented' },
  254: { kind: 'not-implemented' },
};

/** Whose a name is; the answer to a type follows from it. Each special name has its RFC or its phone. */
type Owner = 'ours' | 'our-address' | 'exists-empty' | 'does-not-exist' | 'nat64-probe' | 'foreign';

/** The answer to one question. Pure; never throws. */
export function answer(policy: Policy | undefined, question: Question): Answer {
  if (policy === undefined || question.class !== internet) return { kind: 'refused' };
  const refusal = unaskable[question.type];
  if (refusal !== undefined) return refusal;

  switch (ownerOf(question.name, policy)) {
    case 'ours':
      return addresses(question, [policy.hotspotAddress]);
    case 'our-address':
      return question.type === type.ptr || question.type === type.any
        ? { kind: 'pointer', name: portalName(policy) }
        : { kind: 'no-data' };
    case 'exists-empty':
      return { kind: 'no-data' };
    case 'does-not-exist':
      return { kind: 'no-such-name' };
    case 'nat64-probe':
      // RFC 8880 7: these two for A always. No AAAA is how we say that there is no NAT64 (RFC 7050).
      return addresses(question, ['192.0.0.170', '192.0.0.171']);
    case 'foreign':
      return policy.names === 'all' ? addresses(question, [policy.answerAddress]) : askUpstream(policy);
  }
}

/** At once REFUSED without an uplink: a phone whose probe fails fast says so; one that waits seems broken. */
function askUpstream({ upstream, hotspotAddress }: Policy): Answer {
  // Asking ourselves would go round for ever.
  if (upstream === undefined || upstream === hotspotAddress) return { kind: 'refused' };
  return { kind: 'forward', upstream };
}

/** A and ANY (RFC 8482: one record is enough) have an answer; all else is NODATA, so that phones neither wait nor bypass. */
function addresses(question: Question, list: readonly string[]): Answer {
  if (question.type === type.a) return { kind: 'addresses', addresses: list };
  if (question.type === type.any) return { kind: 'addresses', addresses: list.slice(0, 1) };
  return { kind: 'no-data' };
}

function ownerOf(name: string, policy: Policy): Owner {
  const host = policy.hostName.toLowerCase();
  const label = firstLabel(host);
  if (isUnder(name, 'setup')) return 'ours';
  if (label !== '' && (name === host || name === label || name === `${label}.local`)) return 'ours';
  if (isUnder(name, 'local')) return 'does-not-exist'; // RFC 6762 22.1: not by unicast
  if (isUnder(name, 'resolver.arpa')) return 'exists-empty'; // RFC 9462 6.4: no encrypted resolver here, never forwarded
  if (name === 'ipv4only.arpa') return 'nat64-probe';
  if (name === reverse(policy.hotspotAddress) || name === reverse(policy.answerAddress)) return 'our-address';
  if (policy.names === 'setup-only') return 'foreign';

  if (isUnder(name, 'in-addr.arpa') || isUnder(name, 'ip6.arpa')) return 'does-not-exist';
  if (isUnder(name, 'use-application-dns.net')) return 'does-not-exist'; // Firefox: use this network's names, not DoH
  if (privateRelay.test(name)) return 'does-not-exist'; // iOS, macOS: no iCloud Private Relay on this network
  return 'foreign';
}

const privateRelay = /(^|\.)mask(-[a-z0-9-]+)?\.icloud\.com$/;

/** The name that our addresses point back to. */
export function portalName(policy: Policy): string {
  const label = firstLabel(policy.hostName.toLowerCase());
  // RFC 1035 2.3.4: at most 63 octets a label.
  return /^[a-z0-9_-]{1,63}$/.test(label) ? `${label}.setup` : 'setup';
}

function firstLabel(name: string): string {
  return name.split('.', 1)[0] ?? '';
}

/** `domain` itself or below it, label by label: `xsetup` is not under `setup`. */
function isUnder(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}

function reverse(address: string): string {
  return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
}
