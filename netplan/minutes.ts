import * as z from 'zod';
import { type Duration, days, formatDuration, hours, milliseconds, minutes, seconds } from './duration.ts';

const units = { d: days(1), h: hours(1), m: minutes(1), s: seconds(1), ms: milliseconds(1) } as const;
const written = /^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/;

/** `90s`, `1h20m`, `1.5h`, as Go writes durations, and days, as we write them ourselves. `undefined`: not one. */
export function durationFromText(text: string): Duration | undefined {
  if (text.length > 40 || !written.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/([\d.]+)(ms|[dhms])/g)) {
    total += Number(count) * units[unit as keyof typeof units];
  }
  return milliseconds(Math.round(total));
}

/** What a `*_minutes` setting accepts. With `zero`, 0 means never. */
export type MinutesRange = { readonly from: Duration; readonly to: Duration; readonly zero: boolean };

export const expectedMinutes = ({ from, to, zero }: MinutesRange): string =>
  `${zero ? '0, or ' : ''}minutes as a number, or a duration such as "90s" or "1h20m", from ${formatDuration(from)} to ${formatDuration(to)}`;

/** Minutes as a number (fractions too) or a duration as text, to a `Duration`. */
export function minutesSchema(range: MinutesRange) {
  return z
    .union([
      z
        .number()
        .min(range.zero ? 0 : range.from / minutes(1))
        .max(range.to / minutes(1)),
      z.string().max(40).regex(written),
    ])
    .transform((value, context): Duration => {
      const duration = typeof value === 'number' ? minutes(value) : (durationFromText(value) ?? Number.NaN);
      if ((range.zero && duration === 0) || (duration >= range.from && duration <= range.to)) {
        return milliseconds(Math.round(duration));
      }
      context.issues.push({ code: 'custom', input: value, params: { code: 'out-of-range' } });
      return z.NEVER;
    });
}
