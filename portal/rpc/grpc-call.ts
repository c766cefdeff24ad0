import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { createContextValues } from '@connectrpc/connect';
import type { UniversalHandler, UniversalServerResponse } from '@connectrpc/connect/protocol';
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node';
import type { Clock } from '../../netplan/clock.ts';
import { type Caller, callerKey } from './caller.ts';
import { appApiLimits } from './limits.ts';

/** Answers one gRPC call on HTTP/2. Rejects when the connection breaks meanwhile. */
export async function answerGrpc(
  handler: UniversalHandler,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  clock: Clock,
): Promise<void> {
  // A call takes milliseconds, and the door ends those that do not; a deadline above 2³¹ ms would fire at once.
  delete request.headers['grpc-timeout'];
  // A machine that was never online does not know the time (RFC 9110 6.6.1).
  response.sendDate = false;
  const caller: Caller = {
    client: request.socket.remoteAddress ?? 'unknown',
    onceReceived: (received) => onceReceived(response, clock, received),
  };
  const values = createContextValues().set(callerKey, caller);
  const reply = await handler(universalRequestFromNodeRequest(request, response, undefined, values));
  await universalResponseToNodeResponse(withReadableMessage(reply), response);
}

/**
 * The connection stays open after a call, so its end says nothing. But a peer answers a PING (RFC 9113 6.7), and what
 * came before it has arrived then.
 */
function onceReceived(response: Http2ServerResponse, clock: Clock, received: () => void): void {
  const { stream } = response;
  const { session } = stream;
  const arrived = new AbortController();
  const end = () => arrived.abort();
  session?.once('close', end);
  stream.once('close', () => {
    if (session === undefined || session.destroyed || session.closed || !session.ping(end)) end();
  });
  void clock.wait(appApiLimits.delivery, arrived.signal).then(() => {
    session?.off('close', end);
    received();
  });
}

/**
 * `grpc-message` with only those bytes encoded that must be: `%` and what is no printable ASCII (gRPC over HTTP2,
 * "Responses"). connect encodes more, and clients that decode it like a whole URI would show `%3A` to a person.
 */
export function withReadableMessage(reply: UniversalServerResponse): UniversalServerResponse {
  const { body, trailer } = reply;
  if (body === undefined || trailer === undefined) return reply;
  async function* rewritten(bytes: AsyncIterable<Uint8Array>, trailers: Headers) {
    yield* bytes;
    // The trailers are whole only now.
    const message = trailers.get('grpc-message');
    if (message !== null) trailers.set('grpc-message', encodeMessage(decodeURIComponent(message)));
  }
  return { ...reply, body: rewritten(body, trailer) };
}

const encodeMessage = (text: string): string =>
  Array.from(Buffer.from(text, 'utf8'), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x25
      ? `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      : String.fromCharCode(byte),
  ).join('');
