import { type IncomingMessage, request } from 'node:http';
import { seconds } from '../netplan/duration.ts';
import type { Internet } from '../netplan/network.ts';
import type { InternetProbe } from './appliance/probing.ts';

export type CheckUrl = { readonly url: string; readonly body: string };

const patience = seconds(5);
const longestBody = 4096;

/**
 * Asks plain-HTTP pages whose content is known (`connectivity_check_urls`). One that answers as expected is enough for
 * `yes`; only other answers mean a sign-in page in between; none at all, no internet. Never HTTPS: a device whose clock
 * is wrong could not tell. Redirects are not followed: they are the answer. At most 5 s for each.
 */
export const internetProbe =
  (urls: () => readonly CheckUrl[]): InternetProbe =>
  async (signal) => {
    let found: Internet = 'no';
    for (const check of urls()) {
      const answer = await ask(check, signal).catch(() => 'no' as const);
      if (answer === 'yes') return 'yes';
      if (answer === 'sign-in') found = 'sign-in';
    }
    return found;
  };

function ask({ url, body }: CheckUrl, signal: AbortSignal): Promise<Internet> {
  return new Promise((resolve, reject) => {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    const asked = request(url, { signal: bounded, agent: false, headers: { 'Cache-Control': 'no-cache' } });
    asked.on('error', reject);
    asked.on('response', (response) => {
      read(response).then((text) => {
        const success = response.statusCode === 200 || response.statusCode === 204;
        const right = body === '' ? text === '' : text.startsWith(body);
        resolve(success && right ? 'yes' : 'sign-in');
      }, reject);
    });
    asked.end();
  });
}

async function read(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestBody) {
      response.destroy();
      break;
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
