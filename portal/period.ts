import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { portalLimits } from './limits.ts';
import type { FormValues } from './page-model.ts';
import type { ClientId } from './session.ts';

/** 80 bits, in letters and digits that can be read aloud (RFC 4648 base32, lower case). */
function unguessable(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('');
}

/** Compares without telling by its duration how much was right. */
function same(given: string, right: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/**
 * What belongs to one time that the hotspot is up: the form token and the path of the result. They do not belong to a
 * page or a client, so that a reload, a second webview of the same phone, or a second phone keeps its form.
 */
export class Period {
  #token = unguessable();
  #former: string | undefined;
  #result = unguessable();
  readonly #forms = new Map<ClientId, { readonly attempt: string; readonly values: FormValues }>();

  get token(): string {
    return this.#token;
  }

  /** The path of the result on the joined network. */
  get resultPath(): string {
    return `/r/${this.#result}`;
  }

  /** The token of the period before counts as well: after a failed attempt the page that a phone still shows is from then. */
  accepts(token: string): boolean {
    return same(token, this.#token) || (this.#former !== undefined && same(token, this.#former));
  }

  isResult(key: string): boolean {
    return same(key, this.#result);
  }

  /** The hotspot goes up again. */
  renew(): void {
    this.#former = this.#token;
    this.#token = unguessable();
    this.#result = unguessable();
  }

  /** Keeps what a client typed (without secrets) for the case that its attempt fails and the phone returns. */
  remember(client: ClientId, attempt: string, values: FormValues): void {
    this.#forms.delete(client);
    this.#forms.set(client, { attempt, values });
    const [oldest] = this.#forms.keys();
    if (this.#forms.size > portalLimits.rememberedForms && oldest !== undefined) this.#forms.delete(oldest);
  }

  remembers(client: ClientId): boolean {
    return this.#forms.has(client);
  }

  remembered(client: ClientId, attempt: string): FormValues | undefined {
    const form = this.#forms.get(client);
    return form?.attempt === attempt ? form.values : undefined;
  }
}
