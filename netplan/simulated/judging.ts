import { pbkdf2Sync } from 'node:crypto';
import type { Security } from '../network.ts';
import type { WifiPart } from '../profile.ts';
import type { JoinReason } from '../reasons.ts';
import { ssidBytes } from '../ssid.ts';
import type { DelayName } from './delays.ts';
import { type AccessPoint, type AnyProfile, audible, type Port, type Radio } from './world.ts';

/** What comes of joining now, and which delay passes until then. */
export type Verdict =
  | { readonly outcome: 'joined'; readonly after: DelayName; readonly via: string; readonly address: string }
  | { readonly outcome: JoinReason; readonly after: DelayName };

/** Below this a handshake does not get through. */
const weakestSignal = 10;

/** What happens when `profile` is joined with these access points around: the same answers as the real world's. */
export function judgeWifi(profile: AnyProfile, accessPoints: readonly AccessPoint[], radio: Radio): Verdict {
  const { wifi } = profile;
  if (wifi === undefined) return { outcome: 'failed', after: 'refusal' };
  const named = accessPoints.filter(
    (each) => audible(each) && each.ssid === wifi.ssid && (!each.hidden || wifi.hidden),
  );
  if (named.length === 0) return { outcome: 'network-not-found', after: 'search' };
  const possible = named.filter((each) => each.security.some((kind) => radio.securities.includes(kind)));
  if (possible.length === 0) return { outcome: 'unsupported-security', after: 'refusal' };
  // wpa_supplicant passes over an access point that does not offer what the profile asks for, and goes on looking.
  const [best] = possible.filter((each) => offers(each, wifi)).sort((a, b) => b.signal - a.signal);
  return best === undefined ? { outcome: 'network-not-found', after: 'search' } : judgeBest(profile, wifi, best);
}

function judgeBest(profile: AnyProfile, wifi: WifiPart, best: AccessPoint): Verdict {
  if (best.signal < weakestSignal) return { outcome: 'signal-too-weak', after: 'join' };
  if (best.temper === 'refuses') return { outcome: 'refused', after: 'refusal' };
  if (best.temper === 'disassociates') return { outcome: 'disassociated', after: 'join' };
  if (best.temper === 'silent') return { outcome: 'timed-out', after: 'silence' };
  const refusal = judgeSecret(wifi, best);
  if (refusal !== undefined) return { outcome: refusal, after: 'wrongPassword' };
  const { addressing } = profile;
  if (addressing.method === 'manual') {
    const [own = ''] = addressing.address.split('/');
    if (best.taken.includes(own)) return { outcome: 'address-in-use', after: 'join' };
    return { outcome: 'joined', after: 'join', via: best.id, address: addressing.address };
  }
  if (!best.dhcp) return { outcome: 'no-address', after: 'noAddress' };
  return { outcome: 'joined', after: 'join', via: best.id, address: leaseFrom(best) };
}

export function judgeCable(profile: AnyProfile, port: Port): Verdict {
  if (!port.plugged) return { outcome: 'network-not-found', after: 'refusal' };
  const { addressing } = profile;
  if (addressing.method === 'manual') {
    return { outcome: 'joined', after: 'cable', via: port.interface, address: addressing.address };
  }
  if (!port.dhcp) return { outcome: 'no-address', after: 'noAddress' };
  return { outcome: 'joined', after: 'cable', via: port.interface, address: port.address };
}

function offers(accessPoint: AccessPoint, wifi: WifiPart): boolean {
  const tried = kindsTried(wifi);
  return accessPoint.security.some((kind) => tried.includes(kind));
}

/** Of a name that was typed by hand it is not known how it is protected: what was given says which kinds are tried. */
function kindsTried({ security, hidden }: WifiPart): readonly Security[] {
  if (security === 'unknown') return ['wpa-psk', 'sae'];
  return security === 'open' && hidden ? ['open', 'owe'] : [security];
}

function judgeSecret(wifi: WifiPart, { ssid, security, password, identity }: AccessPoint): JoinReason | undefined {
  if (security.includes('enterprise')) {
    const { enterprise } = wifi;
    const right = enterprise?.identity === identity && enterprise?.password.reveal() === password;
    return right ? undefined : 'identity-refused';
  }
  if (password === undefined) return undefined;
  const given = wifi.psk?.reveal();
  if (given === undefined) return 'wrong-password';
  // 64 hexadecimal digits are the key itself (IEEE 802.11 J.4.1); SAE knows only passwords.
  const isKey = /^[0-9a-f]{64}$/i.test(given) && security.includes('wpa-psk');
  const right = isKey
    ? pbkdf2Sync(password, ssidBytes(ssid), 4096, 32, 'sha1').toString('hex') === given.toLowerCase()
    : given === password;
  return right ? undefined : 'wrong-password';
}

/** Each router has a subnet of its own, made from its BSSID. */
function leaseFrom({ id }: AccessPoint): string {
  const [, , , , high = '0', low = '0'] = id.split(':');
  return `192.168.${((Number.parseInt(high, 16) * 7 + Number.parseInt(low, 16)) % 254) + 1}.23/24`;
}
