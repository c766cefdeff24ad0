// Loaded with the first call, never at the agent's start: connect and protobuf-es take time and memory. Everything else
// refers to this module by `import()` and by its types.
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { milliseconds } from '../../netplan/duration.ts';
import type { MachineCredentials } from '../../portal/session.ts';
import { AuthService } from '../wire/generated/proto/rpc/v1/auth_pb.js';
import { AgentDeviceService, type DeviceAgentConfigResponse } from '../wire/generated/viam/app/agent/v1/agent_pb.js';
import { RobotService } from '../wire/generated/viam/app/v1/robot_pb.js';
import { cloudLimits } from './limits.ts';
import { type CallOptions, CloudError, type CloudErrorCode, type CloudLink } from './link.ts';
import { entryOf } from './log-entry.ts';
import type { QueuedRecord } from './log-lines.ts';
import type { Report } from './report.ts';
import { requestFrom } from './request.ts';

type Call<T> = (options: {
  readonly headers: Record<string, string>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}) => Promise<T>;

/** gRPC over one connection: with TLS for an https address, HTTP/2 without it for an http one. */
export class Connection implements CloudLink {
  readonly #credentials: MachineCredentials;
  readonly #hostName: string;
  readonly #session: Http2SessionManager;
  readonly #auth: Client<typeof AuthService>;
  readonly #agent: Client<typeof AgentDeviceService>;
  readonly #robot: Client<typeof RobotService>;
  #token: Promise<string> | undefined;

  constructor(credentials: MachineCredentials, hostName: string) {
    this.#credentials = credentials;
    this.#hostName = hostName;
    const { origin } = new URL(credentials.appAddress);
    this.#session = new Http2SessionManager(origin, {
      connectTimeoutMs: cloudLimits.call,
      idleConnectionTimeoutMs: cloudLimits.idleConnection,
      pingIntervalMs: cloudLimits.ping,
      pingTimeoutMs: cloudLimits.pingAnswer,
    });
    const transport = createGrpcTransport({
      baseUrl: origin,
      sessionManager: this.#session,
      readMaxBytes: cloudLimits.answerBytes,
      // What cannot be unpacked cannot grow.
      acceptCompression: [],
    });
    this.#auth = createClient(AuthService, transport);
    this.#agent = createClient(AgentDeviceService, transport);
    this.#robot = createClient(RobotService, transport);
  }

  configuration(report: Report, options: CallOptions): Promise<DeviceAgentConfigResponse> {
    const request = requestFrom(this.#credentials.id, report);
    return this.#call(options, (how) => this.#agent.deviceAgentConfig(request, how));
  }

  async log(queue: string, records: readonly QueuedRecord[], options: CallOptions): Promise<void> {
    const logs = records.map((record) => entryOf(record, this.#hostName));
    await this.#call(options, (how) => this.#robot.log({ id: this.#credentials.id, logs, queue }, how));
  }

  async needsRestart(options: CallOptions) {
    const { id } = this.#credentials;
    const answer = await this.#call(options, (how) => this.#robot.needsRestart({ id }, how));
    const { seconds, nanos } = answer.restartCheckInterval ?? { seconds: 0n, nanos: 0 };
    return { restart: answer.mustRestart, interval: milliseconds(Number(seconds) * 1000 + nanos / 1_000_000) };
  }

  close(): void {
    this.#session.abort();
  }

  /** A token that is not accepted any more (the cloud was set up anew) is replaced once, within the same call. */
  async #call<T>(options: CallOptions, call: Call<T>): Promise<T> {
    const had = this.#token !== undefined;
    try {
      return await this.#authorised(options, call);
    } catch (error) {
      if (!(had && error instanceof CloudError && error.code === 'refused')) throw error;
      return await this.#authorised(options, call);
    }
  }

  async #authorised<T>({ limit, signal }: CallOptions, call: Call<T>): Promise<T> {
    const how = { timeoutMs: limit, signal };
    try {
      this.#token ??= this.#authenticate({ limit, signal });
      const token = await this.#token;
      return await call({ ...how, headers: { authorization: `Bearer ${token}` } });
    } catch (error) {
      const known = error instanceof CloudError ? error : cloudError(error);
      if (known.code === 'refused' || this.#token === undefined) this.#token = undefined;
      // A network that changed leaves a connection that looks alive; the next call begins with a new one.
      if ((known.code === 'unreachable' || known.code === 'not-trusted') && !signal.aborted) this.#session.abort();
      throw known;
    }
  }

  #authenticate({ limit, signal }: CallOptions): Promise<string> {
    const { apiKey, secret, id } = this.#credentials;
    const [entity, type, payload] =
      apiKey === undefined ? [id, 'robot-secret', secret] : [apiKey.id, 'api-key', apiKey.key];
    const credentials = { type, payload: payload?.reveal() ?? '' };
    const answer = this.#auth.authenticate({ entity, credentials }, { timeoutMs: limit, signal }).then(
      ({ accessToken }) => tokenFrom(accessToken),
      (error: unknown) => {
        throw cloudError(error, 'authentication');
      },
    );
    answer.catch(() => {
      this.#token = undefined;
    });
    return answer;
  }
}

/** It goes into a header: what cannot stand there is no token. */
function tokenFrom(token: string): string {
  if (/^[\x21-\x7e]{1,16384}$/.test(token)) return token;
  throw new CloudError('not-understood', 'the cloud gave no usable token');
}

const codes: Readonly<Partial<Record<Code, CloudErrorCode>>> = {
  [Code.Unauthenticated]: 'refused',
  [Code.PermissionDenied]: 'refused',
  [Code.InvalidArgument]: 'rejected',
  [Code.NotFound]: 'rejected',
  [Code.FailedPrecondition]: 'rejected',
  [Code.OutOfRange]: 'rejected',
  [Code.AlreadyExists]: 'rejected',
  [Code.Unimplemented]: 'unsupported',
  [Code.ResourceExhausted]: 'overloaded',
  [Code.Internal]: 'not-understood',
  [Code.DataLoss]: 'not-understood',
};

function cloudError(error: unknown, step?: 'authentication'): CloudError {
  const { code, rawMessage, cause } = ConnectError.from(error);
  const known = isOfCertificate(cause) ? 'not-trusted' : (codes[code] ?? 'unreachable');
  // Of the authentication, every no is one to the credentials.
  const meant = step !== undefined && known === 'rejected' ? 'refused' : known;
  const text = rawMessage.slice(0, cloudLimits.reasonLength).replace(/\p{Cc}+/gu, ' ');
  return new CloudError(meant, text === '' ? Code[code] : text);
}

/** Node's codes for certificates: OpenSSL's names (X509_STORE_CTX_get_error(3)), and its own for a name that differs. */
const ofCertificate =
  /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH/;

function isOfCertificate(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (typeof code === 'string' && ofCertificate.test(code)) || isOfCertificate(error.cause, depth + 1);
}
