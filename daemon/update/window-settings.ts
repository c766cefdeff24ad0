import * as z from 'zod';
import { type Duration, hours, milliseconds, minutes } from '../../netplan/duration.ts';
import { orNone } from '../../netplan/fields.ts';
import { worded } from '../../netplan/setting.ts';

/** As `Date.getDay` counts. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** When restarts and upgrades are allowed. Where `to` is not after `from`, the window ends on the next day. */
export type MaintenanceWindow = {
  /** On which the window begins; at least one. */
  readonly days: readonly Weekday[];
  /** Since midnight, on the clock of `time_zone`. */
  readonly from: Duration;
  /** Since midnight; up to 24 hours. */
  readonly to: Duration;
  /** IANA name; `undefined`: the device's own. */
  readonly time_zone: string | undefined;
};

const timeOfDay = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((text): Duration => {
      const [hour, minute] = text.split(':').map(Number) as [number, number];
      return milliseconds(hours(hour) + minutes(minute));
    });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const windowField = z
  .object({
    days: worded(
      z
        .array(z.enum(weekdays))
        .min(1)
        .max(7)
        .default([...weekdays])
        .describe('Days on which the window begins.'),
      { expected: `a list of days out of ${weekdays.join(', ')}` },
    ),
    from: worded(timeOfDay(/^(?:[01]\d|2[0-3]):[0-5]\d$/).describe('Begin, `HH:MM`.'), {
      expected: 'a time of day from "00:00" to "23:59"',
    }),
    to: worded(
      timeOfDay(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/).describe('End, `HH:MM`; before the begin: on the next day.'),
      { expected: 'a time of day from "00:00" to "24:00" other than "from"' },
    ),
    time_zone: worded(
      orNone(z.string().max(64).refine(isTimeZone)).prefault('').describe('For example `Europe/Berlin`.'),
      {
        expected: 'the name of a time zone such as "Europe/Berlin"',
      },
    ),
  })
  .refine((window) => window.from !== window.to, { path: ['to'], params: { code: 'conflict' } })
  .nullable()
  .transform((window): MaintenanceWindow | undefined => window ?? undefined);
