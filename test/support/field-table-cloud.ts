import { type Metadata, Server, ServerCredentials, type ServiceDefinition, status } from '@grpc/grpc-js';
import { fieldTableSchema } from './field-table-schema.ts';

export type Request = Readonly<Record<string, unknown>>;
/** An answer, or an error that a cloud gives. */
export type Reply = object | { readonly error: number; readonly details?: string };
export type SeenCall = {
  readonly method: string;
  readonly request: Request;
  readonly authorization: readonly string[];
};

/** A cloud as grpc-js serves it out of the field tables; what it answers is for the test to say. */
export class FieldTableCloud {
  readonly calls: SeenCall[] = [];
  /** By method; what is not in it gets an empty answer. */
  replies: Record<string, (request: Request, call: SeenCall) => Reply | Promise<Reply>> = {
    Authenticate: () => ({ access_token: 'token-1' }),
  };
  /** Tokens that are accepted; others are refused with UNAUTHENTICATED. */
  tokens = new Set(['token-1']);
  #server: Server | undefined;
  port = 0;

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(given: ServerCredentials = ServerCredentials.createInsecure()): Promise<this> {
    const server = new Server({ 'grpc.max_receive_message_length': 32 * 1024 * 1024 });
    for (const [name, definition] of Object.entries(fieldTableSchema())) {
      if (!name.endsWith('Service')) continue;
      const service = definition as ServiceDefinition;
      const implementation = Object.fromEntries(
        Object.entries(service).map(([method]) => [
          method,
          (call: { request: Request; metadata: Metadata }, done: (error: object | null, reply?: object) => void) => {
            const authorization = call.metadata.get('authorization').map(String);
            void this.#answer({ method, request: call.request, authorization }).then((reply) => {
              if ('error' in reply) done({ code: reply.error, details: 'details' in reply ? reply.details : 'no' });
              else done(null, reply);
            });
          },
        ]),
      );
      server.addService(service, implementation as never);
    }
    this.port = await new Promise((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${this.port}`, given, (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
    this.#server = server;
    return this;
  }

  /** At once, as a machine that loses its power; the port is kept for another `start`. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = undefined;
  }

  of(method: string): readonly SeenCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  async #answer(call: SeenCall): Promise<Reply> {
    this.calls.push(call);
    if (call.method === 'Authenticate') {
      // As the real one does.
      if (call.authorization.length > 0) return { error: status.INVALID_ARGUMENT, details: 'already authenticated' };
    } else if (
      !this.tokens.has(call.authorization[0]?.replace(/^Bearer /, '') ?? '') ||
      call.authorization.length > 1
    ) {
      return { error: status.UNAUTHENTICATED, details: 'bad token' };
    }
    return (await this.replies[call.method]?.(call.request, call)) ?? {};
  }
}
