import type { Security } from '../../netplan/network.ts';
import type { JoinReason } from '../../netplan/reasons.ts';

/**
 * The level of this protocol that we speak, in the numbering that apps compare with: from 0.20.0 on they commit with
 * ExitProvisioning, below it they turn the user away. 0.21.0 would promise tethering, which we do not have. Without a
 * suffix, because apps read it as a semantic version, and 0.20.0-x is less than 0.20.0. Never the agent's own version.
 */
export const protocolVersion = '0.20.0';

/** How a network is protected, in the words that apps know; they ask for a password unless it is `-`. */
export function securityWords(security: Security): string {
  switch (security) {
    case 'open':
      return '-';
    case 'owe':
      return 'OWE';
    case 'wep':
      return 'WEP';
    case 'wpa-psk':
      return 'WPA2';
    case 'sae':
      return 'WPA3';
    case 'enterprise':
      return 'WPA2 802.1X';
    case 'unknown':
      // Not the sign of an open network, and no promise either: choosing it is refused.
      return 'unknown';
  }
}

const reasonTexts: { readonly [R in JoinReason]: string } = {
  // Apps compare with this one, so it stays as the reference has it.
  'wrong-password': 'bad or missing password',
  'network-not-found': 'the network was not found',
  'no-address': 'the network gave no address',
  refused: 'the network refused the connection',
  'signal-too-weak': 'the signal is too weak',
  disassociated: 'the network ended the connection',
  'timed-out': 'the connection took too long',
  'no-internet': 'connected, but there is no internet',
  'sign-in-upstream': 'connected, but the network wants a sign-in on a web page',
  'unsupported-security': 'this kind of security is not supported',
  'identity-refused': 'user name or password was refused',
  'address-in-use': 'the address is in use by another device',
  'radio-blocked': 'the radio is switched off',
  'device-gone': 'the wifi device is gone',
  interrupted: 'the attempt was interrupted',
  failed: 'the connection failed',
};

/** Why an attempt failed, as text for `last_error` and `errors`. */
export const reasonText = (reason: JoinReason): string => reasonTexts[reason];
