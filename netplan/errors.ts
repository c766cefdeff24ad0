/** An error with a code that callers and the log may rely on; `cause` keeps what happened below. */
export class CodedError<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** Every way in which the door to NetworkManager can refuse. A join that fails is no error but an event. */
export type NetworkErrorCode =
  | 'unavailable' // NetworkManager or the bus is away; it is waited for
  | 'no-wifi-device' // nothing here can be a hotspot
  | 'radio-blocked' // rfkill, soft or hard
  | 'timed-out'
  | 'not-permitted' // polkit, or not root
  | 'refused'; // NetworkManager said no; the message says to what

export class NetworkError extends CodedError<NetworkErrorCode> {}
