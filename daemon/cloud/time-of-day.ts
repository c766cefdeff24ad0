import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { seconds } from '../../netplan/duration.ts';
import { cloudLimits } from './limits.ts';

// A board without a clock of its own wakes in 1970 or at its last shutdown, and every certificate is "not yet valid" then.

export type TimeOfDayParts = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** When this program was built: no clock that shows less can be right. */
  readonly builtAt: number;
  /** Something keeps the clock right already. */
  readonly synchronised: () => boolean;
  /** The `Date` of a page over plain HTTP; `undefined`: none had one. */
  readonly dateFromOutside: (signal: AbortSignal) => Promise<number | undefined>;
};

/** Why the clock cannot be right, for a person; `undefined`: it can. */
export async function clockDoubt(parts: TimeOfDayParts, signal: AbortSignal): Promise<string | undefined> {
  const { now, builtAt, synchronised, dateFromOutside } = parts;
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  if (now() < builtAt) return `it shows ${day(now())}, but this program was built on ${day(builtAt)}`;
  if (synchronised()) return undefined;
  const outside = await dateFromOutside(signal).catch(() => undefined);
  // A page may be wrong as well: one that is older than this program knows nothing.
  if (outside === undefined || outside < builtAt) return undefined;
  if (Math.abs(now() - outside) <= cloudLimits.clockTolerance) return undefined;
  return `it shows ${day(now())}, but web pages say ${day(outside)}`;
}

/** systemd-timesyncd(8) touches it at each synchronisation of this boot. */
export const synchronisedBySystemd = (): boolean => existsSync('/run/systemd/timesync/synchronized');

const patience = seconds(5);

/** The `Date` header of the first of `urls` (plain HTTP) that answers. At most 5 s for each. */
export const dateOfPages =
  (urls: () => readonly { readonly url: string }[]): TimeOfDayParts['dateFromOutside'] =>
  async (signal) => {
    for (const { url } of urls()) {
      const date = await dateOf(url, signal).catch(() => undefined);
      if (date !== undefined) return date;
    }
    return undefined;
  };

function dateOf(url: string, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    const asked = request(url, { method: 'HEAD', signal: bounded, agent: false });
    asked.on('error', reject);
    asked.on('response', (response) => {
      response.resume();
      const moment = Date.parse(response.headers.date ?? '');
      resolve(Number.isNaN(moment) ? undefined : moment);
      asked.destroy();
    });
    asked.end();
  });
}
