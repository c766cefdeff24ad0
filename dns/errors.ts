/** Why names are not served. */
export const nameServerErrorCodes = [
  'port-in-use', // another name server holds it, on this address or on all
  'address-not-available', // the hotspot's address is not (or no longer) ours
  'not-permitted', // ports below 1024 need a capability
  'bound-elsewhere', // the system gave another address than was asked for; nothing is served there
  'timed-out',
  'closed', // close() or another listen() came meanwhile
  'failed', // anything else; the cause says what
] as const;
export type NameServerErrorCode = (typeof nameServerErrorCodes)[number];

export class NameServerError extends Error {
  readonly code: NameServerErrorCode;

  constructor(code: NameServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NameServerError';
    this.code = code;
  }
}

const codes: Readonly<Record<string, NameServerErrorCode>> = {
  EADDRINUSE: 'port-in-use',
  EADDRNOTAVAIL: 'address-not-available',
  EACCES: 'not-permitted',
  EPERM: 'not-permitted',
};

/** The system's error at binding, in our words. */
export function bindingError(cause: unknown, place: string): NameServerError {
  if (cause instanceof NameServerError) return cause;
  const system = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const code = codes[system] ?? 'failed';
  return new NameServerError(code, `Cannot serve names on ${place}: ${code}`, { cause });
}
