import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { CloudError } from './errors.ts';
import { hashOf, matches, type Permission } from './store/keys.ts';
import type { Store } from './store/store.ts';

/** Who makes a call. */
export type Caller = {
  readonly permission: Permission;
  /** The only machine that a caller with the permission `machine` may speak for. */
  readonly machine: string | undefined;
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Tokens in the form of a JWT (RFC 7519), as clients may expect; good until the key or secret behind them is gone. The
 * page's own one is good for one life of the cloud.
 */
export class Tokens {
  readonly #store: Store;
  readonly #page = randomUUID();

  constructor(store: Store) {
    this.#store = store;
  }

  /** For the page that the cloud's own console points to. */
  page(): string {
    return this.#signed('page', 'page', this.#page);
  }

  /**
   * @throws CloudError with the codes of the public service: `invalid` for what is missing or of an unknown kind,
   * `unauthenticated` for what is wrong
   */
  authenticate(entity: string, credentials: { readonly type: string; readonly payload: string } | undefined): string {
    if (credentials === undefined) throw new CloudError('invalid', 'credentials required');
    const { type, payload } = credentials;
    if (type !== 'api-key' && type !== 'robot-secret') throw new CloudError('invalid', 'unknown type of credentials');
    const hash = this.#hashOf(type, entity);
    // Compared also where there is nothing to compare with: whether an id exists is nobody's business.
    if (!matches(payload, hash ?? hashOf(randomUUID())) || hash === undefined) {
      throw new CloudError('unauthenticated', 'invalid credentials');
    }
    return this.#signed(type, entity, hash);
  }

  /** @throws CloudError unauthenticated */
  check(authorization: string | undefined): Caller {
    const caller = this.#read(/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1]);
    if (caller === undefined) throw new CloudError('unauthenticated', 'authentication required');
    return caller;
  }

  #hashOf(type: string, entity: string): string | undefined {
    if (type === 'page') return this.#page;
    if (type === 'api-key') return this.#store.keys.get(entity)?.hash;
    const secret = this.#store.machines.get(entity)?.secret;
    return secret && hashOf(secret.reveal());
  }

  /** `hash` is part of what is signed, so that a new secret ends old tokens. */
  #signed(type: string, entity: string, hash: string): string {
    const claims = {
      ...{ sub: entity, aud: 'local-cloud', iss: 'local-cloud', iat: Math.floor(Date.now() / 1000), jti: randomUUID() },
      rpc_creds_type: type,
    };
    const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    return `${content}.${this.#signature(content, hash)}`;
  }

  #signature(content: string, hash: string): string {
    return createHmac('sha256', this.#store.tokenKey).update(`${hash}\n${content}`).digest('base64url');
  }

  #read(token: string | undefined): Caller | undefined {
    if (token === undefined || token.length > 4096) return undefined;
    const [head = '', claims = '', signature = ''] = token.split('.');
    const { sub, rpc_creds_type: type } = claimsIn(claims);
    if (typeof sub !== 'string' || typeof type !== 'string') return undefined;
    const hash = this.#hashOf(type, sub);
    if (hash === undefined) return undefined;
    const expected = Buffer.from(this.#signature(`${head}.${claims}`, hash));
    const given = Buffer.from(signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
    if (type === 'page') return { permission: 'owner', machine: undefined };
    if (type === 'robot-secret') return { permission: 'machine', machine: sub };
    const key = this.#store.keys.get(sub);
    return key && { permission: key.permission, machine: key.machine };
  }
}

function claimsIn(part: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}
