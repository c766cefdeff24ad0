import { CodedError } from '../../netplan/errors.ts';

/** What a command on the same machine may ask of the running agent: by name, JSON in, JSON out. */
export type ControlCalls = Readonly<Record<string, ControlCall>>;

/**
 * @param input what the command sent, of any kind: check it
 * @param signal aborts when the command is gone or `callLimit` is over
 * @throws ControlError for what the person at the command can change
 */
export type ControlCall = (input: unknown, signal: AbortSignal) => Promise<unknown>;

export type ControlErrorCode =
  | 'not-running' // nobody listens: the agent has not been started
  | 'not-permitted' // the socket is for root, or for whom the agent runs as
  | 'unknown-call' // of another version
  | 'bad-input'
  | 'not-possible' // not now, or not on this machine; the message says why
  | 'timed-out'
  | 'failed';

export class ControlError extends CodedError<ControlErrorCode> {}

export const controlLimits = {
  /** Of a question. */
  questionBytes: 64 * 1024,
  /** Of an answer: 1,000 networks with their reasons are below 1 MB. */
  answerBytes: 4 * 1024 * 1024,
  connections: 16,
} as const;
