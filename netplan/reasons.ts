/** Why a join did not end in a connection: a closed list, for the page, the log, the API and the tests. */
export const joinReasons = [
  'wrong-password',
  'network-not-found',
  'no-address',
  'refused',
  'signal-too-weak',
  'disassociated',
  'timed-out',
  'no-internet',
  'sign-in-upstream',
  'unsupported-security',
  'identity-refused',
  'address-in-use',
  'radio-blocked',
  'device-gone',
  'interrupted',
  'failed',
] as const;

export type JoinReason = (typeof joinReasons)[number];
