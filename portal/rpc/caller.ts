import { createContextKey } from '@connectrpc/connect';
import type { ClientId } from '../session.ts';

/** Who makes a call, and how to learn that its reply has arrived there. Each door knows that in a way of its own. */
export type Caller = {
  readonly client: ClientId;
  /** Calls `received` once the reply to this call has arrived, the connection has ended, or 15 s are over. */
  onceReceived(received: () => void): void;
};

export const callerKey = createContextKey<Caller | undefined>(undefined, { description: 'caller' });
