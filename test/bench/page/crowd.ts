import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const perSecond = 50;

/** Milliseconds until each probe was answered; `Infinity` where none came within 2 s, or another answer. */
export async function crowd(port: number, seconds: number, signal: AbortSignal): Promise<number[]> {
  const latencies: Promise<number>[] = [];
  const start = performance.now();
  // Phones do not ask in step: one every 20 ms.
  for (let count = 0; count < seconds * perSecond && !signal.aborted; count += 1) {
    latencies.push(probe(port));
    await pause(Math.max(0, start + ((count + 1) * 1000) / perSecond - performance.now()));
  }
  return Promise.all(latencies);
}

/** One phone's probe, on a connection of its own, as they come. */
function probe(port: number): Promise<number> {
  const start = performance.now();
  const headers = { Host: 'connectivitycheck.gstatic.com', 'User-Agent': 'Dalvik/2.1.0', Connection: 'close' };
  return new Promise((resolve) => {
    const failed = () => resolve(Number.POSITIVE_INFINITY);
    const asked = request({ host: '127.0.0.1', port, path: '/generate_204', headers, agent: false, timeout: 2000 });
    asked.on('response', (reply) => {
      reply
        .resume()
        .on('end', () => resolve(reply.statusCode === 302 ? performance.now() - start : Number.POSITIVE_INFINITY));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', failed);
    asked.end();
  });
}

/** A submission that the device takes 90 s to handle: it is under way while the crowd asks. */
export async function submitSlowly(port: number, signal: AbortSignal): Promise<void> {
  const origin = `http://127.0.0.1:${port}`;
  const { token } = (await (await fetch(`${origin}/api/v1/status`)).json()) as { readonly token: string };
  const body = JSON.stringify({ token, ssid: 'Home', psk: 'correct horse' });
  void fetch(`${origin}/api/v1/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal,
  }).catch(() => {});
}
