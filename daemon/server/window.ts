import { type Duration, days } from '../../netplan/duration.ts';

/** When restarts are allowed, on the clock of a place. Where `to` is not after `from`, it ends on the next day. */
export type Window = {
  /** On which the window begins. */
  readonly days: readonly ('sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat')[];
  /** Since midnight, on the clock of `time_zone`. */
  readonly from: Duration;
  /** Since midnight; up to 24 hours. */
  readonly to: Duration;
  /** IANA name; `undefined`: the device's own. */
  readonly time_zone: string | undefined;
};

type Span = { readonly start: number; readonly end: number };

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const day = days(1);

/**
 * Whether `time` lies in the window. Without a window every moment does.
 * @param time milliseconds since 1970, as `Date.now()` gives them
 */
export function isOpen(window: Window | undefined, time: number): boolean {
  if (window === undefined) return true;
  return spans(window, time, -1, 0).some(({ start, end }) => start <= time && time < end);
}

/** When the window opens next, in milliseconds since 1970; `time` itself while it is open. */
export function nextOpening(window: Window | undefined, time: number): number {
  if (window === undefined || isOpen(window, time)) return time;
  // Eight days hold each weekday after now once, today's too when its window is over.
  const starts = spans(window, time, 0, 8).map(({ start }) => start);
  return Math.min(...starts.filter((start) => start > time));
}

/** The window's spans that begin on the local days around `time`, as true moments. */
function spans(window: Window, time: number, firstDay: number, lastDay: number): Span[] {
  const zone = window.time_zone;
  const today = Math.floor((time + offset(time, zone)) / day) * day;
  const found: Span[] = [];
  for (let count = firstDay; count <= lastDay; count++) {
    const midnight = today + count * day;
    const weekday = weekdays[new Date(midnight).getUTCDay()];
    if (weekday === undefined || !window.days.includes(weekday)) continue;
    const nextDay = window.to <= window.from ? day : 0;
    found.push({
      start: momentOf(midnight + window.from, zone, 'begin'),
      end: momentOf(midnight + nextDay + window.to, zone, 'end'),
    });
  }
  return found;
}

/**
 * The moment at which the clocks of `zone` show `local` (written as if it were UTC). A time that comes twice in autumn is
 * its first coming. One that spring skips: a begin is the moment of the jump, an end as long after it as it was meant
 * after the skipped hour began, so that no window is empty on that day.
 */
function momentOf(local: number, zone: string | undefined, edge: 'begin' | 'end'): number {
  const before = offset(local - day, zone);
  const after = offset(local + day, zone);
  for (const shift of before >= after ? [before, after] : [after, before]) {
    if (offset(local - shift, zone) === shift) return local - shift;
  }
  return edge === 'end' ? local - before : jump(local - after, local - before, zone);
}

/** The first moment after `from` at which the zone's offset is another; to the millisecond. */
function jump(from: number, to: number, zone: string | undefined): number {
  const shift = offset(from, zone);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(middle, zone) === shift) low = middle;
    else high = middle;
  }
  return high;
}

/** How far the clocks of `zone` are ahead of UTC at `time`, in milliseconds; whole seconds, as zones are. */
function offset(time: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - Math.floor(time / 1000) * 1000;
}
