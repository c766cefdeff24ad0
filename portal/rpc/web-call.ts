import { createContextValues } from '@connectrpc/connect';
import type { UniversalHandler } from '@connectrpc/connect/protocol';
import { callerKey } from './caller.ts';

export type WebCall = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  readonly client: string;
};

export type WebReply = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** To be called once the reply has arrived; `undefined` where nothing depends on it. */
  readonly received: (() => void) | undefined;
};

/** Answers one gRPC-web or Connect call: neither needs trailers, so that HTTP/1.1 carries it as a whole. */
export async function answerWeb(handler: UniversalHandler, call: WebCall): Promise<WebReply> {
  let received: (() => void) | undefined;
  const onceReceived = (report: () => void) => {
    received = report;
  };
  const reply = await handler({
    httpVersion: '1.1',
    method: 'POST',
    url: `http://portal${call.path}`,
    header: headersOf(call.headers),
    body: bytes(call.body),
    signal: new AbortController().signal,
    contextValues: createContextValues().set(callerKey, { client: call.client, onceReceived }),
  });
  const parts: Uint8Array[] = [];
  for await (const part of reply.body ?? []) parts.push(part);
  return { status: reply.status, headers: new Headers(reply.header), body: Buffer.concat(parts), received };
}

/** A call takes milliseconds: a deadline has no use, and one above 2³¹ ms would fire at once. */
const unused: ReadonlySet<string> = new Set(['grpc-timeout', 'connect-timeout-ms']);

function headersOf(given: WebCall['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || unused.has(name)) continue;
    headers.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  return headers;
}

async function* bytes(body: Uint8Array): AsyncIterable<Uint8Array> {
  yield body;
}
