import type { Problem } from '../schemas.ts';

/** The JSON of a reply, a refusal among them; `undefined` where none came: the hotspot is gone, or the page is left. */
export type Answer<Body> = (Body & { readonly code?: undefined }) | Problem | undefined;

/**
 * One request to the device's own address. Bounded: a phone that has lost its network may otherwise keep a request for
 * minutes.
 *
 * @param seconds The longest it may take.
 * @param body A write; without it, a read.
 */
export async function ask<Body>(path: string, seconds: number, body?: object): Promise<Answer<Body>> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), seconds * 1000);
  const write = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await (await fetch(`/api/v1/${path}`, { signal: abort.signal, ...(body && write) })).json();
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

export const pause = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, seconds * 1000));
