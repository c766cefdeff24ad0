import t, { type Test } from 'tap';
import { isOpen, nextOpening, type Window } from '../../../daemon/server/window.ts';
import { hours, milliseconds, minutes } from '../../../netplan/duration.ts';
import fc from '../../support/cases.ts';

const clock = (text: string) => {
  const [hour, minute] = text.split(':').map(Number) as [number, number];
  return milliseconds(hours(hour) + minutes(minute));
};
const window = (
  days: Window['days'],
  from: string,
  to: string,
  zone: string | undefined = 'Europe/Berlin',
): Window => ({
  days,
  from: clock(from),
  to: clock(to),
  time_zone: zone,
});
const everyDay = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const at = (text: string) => Date.parse(text);

/** Rows of moment and expectation. */
function check(t: Test, open: Window, rows: readonly (readonly [string, boolean])[]): void {
  for (const [moment, expected] of rows) t.equal(isOpen(open, at(moment)), expected, `${moment} is ${expected}`);
}

t.test('without a window every moment is allowed', async (t) => {
  t.ok(isOpen(undefined, 0));
  t.equal(nextOpening(undefined, 5), 5);
});

t.test('a window is read on the clock of its place, its begin included, its end not', async (t) => {
  check(t, window(['sat'], '01:00', '03:30', 'Asia/Kolkata'), [
    ['2026-11-27T19:29:59Z', false],
    ['2026-11-27T19:30:00Z', true],
    ['2026-11-27T21:59:59Z', true],
    ['2026-11-27T22:00:00Z', false],
    ['2026-11-28T19:30:00Z', false],
  ]);
});

t.test('a window over midnight belongs to the day on which it begins', async (t) => {
  check(t, window(['sat'], '22:00', '04:00'), [
    ['2026-11-28T02:00:00+01:00', false],
    ['2026-11-28T21:59:00+01:00', false],
    ['2026-11-28T23:00:00+01:00', true],
    ['2026-11-29T03:59:00+01:00', true],
    ['2026-11-29T04:00:00+01:00', false],
    ['2026-11-29T23:00:00+01:00', false],
  ]);
});

t.test('a window may end at 24:00', async (t) => {
  check(t, window(['sun'], '20:00', '24:00'), [
    ['2026-11-29T23:59:59+01:00', true],
    ['2026-11-30T00:00:00+01:00', false],
  ]);
});

t.test('in the night that skips an hour, a window that begins in it opens when the clocks jump', async (t) => {
  // Europe/Berlin, 2026-03-29: 01:59:59+01:00 is followed by 03:00:00+02:00.
  check(t, window(['sun'], '02:30', '03:30'), [
    ['2026-03-29T01:59:59+01:00', false],
    ['2026-03-29T03:00:00+02:00', true],
    ['2026-03-29T03:29:59+02:00', true],
    ['2026-03-29T03:30:00+02:00', false],
  ]);
});

t.test('a window that lies wholly in the skipped hour is not lost', async (t) => {
  check(t, window(['sun'], '02:15', '02:45'), [
    ['2026-03-29T01:59:59+01:00', false],
    ['2026-03-29T03:00:00+02:00', true],
    ['2026-03-29T03:44:59+02:00', true],
    ['2026-03-29T03:45:00+02:00', false],
  ]);
});

t.test('a window over midnight keeps its hours when the clocks jump inside it', async (t) => {
  check(t, window(['sat'], '22:00', '04:00'), [
    ['2026-03-28T22:00:00+01:00', true],
    ['2026-03-29T03:59:59+02:00', true],
    ['2026-03-29T04:00:00+02:00', false],
  ]);
});

t.test('in the night that has an hour twice, a time of it is its first coming', async (t) => {
  // Europe/Berlin, 2026-10-25: 02:59:59+02:00 is followed by 02:00:00+01:00.
  check(t, window(['sun'], '02:15', '02:45'), [
    ['2026-10-25T02:20:00+02:00', true],
    ['2026-10-25T02:45:00+02:00', false],
    ['2026-10-25T02:20:00+01:00', false],
  ]);
  check(t, window(['sun'], '01:00', '03:30'), [
    ['2026-10-25T02:50:00+02:00', true],
    ['2026-10-25T02:50:00+01:00', true],
    ['2026-10-25T03:30:00+01:00', false],
  ]);
});

t.test('zones with odd offsets and odd changes are read right', async (t) => {
  // Lord Howe Island moves by half an hour: 2026-10-04, 01:59:59+10:30 is followed by 02:30:00+11:00.
  check(t, window(['sun'], '02:00', '03:00', 'Australia/Lord_Howe'), [
    ['2026-10-04T02:29:59+11:00', false],
    ['2026-10-04T02:30:00+11:00', true],
    ['2026-10-04T03:00:00+11:00', false],
  ]);
  check(t, window(['mon'], '00:00', '01:00', 'Pacific/Kiritimati'), [['2026-11-29T10:30:00Z', true]]);
});

t.test('the next opening is found, also a week away', async (t) => {
  const sunday = window(['sun'], '02:00', '03:00');
  t.equal(nextOpening(sunday, at('2026-11-29T03:00:00+01:00')), at('2026-12-06T02:00:00+01:00'));
  t.equal(nextOpening(sunday, at('2026-11-28T12:00:00+01:00')), at('2026-11-29T02:00:00+01:00'));
  t.equal(nextOpening(sunday, at('2026-11-29T02:30:00+01:00')), at('2026-11-29T02:30:00+01:00'));
});

t.test('whatever the zone and the hours, a window opens within eight days, and is open then', async () => {
  const minuteOfDay = fc.integer({ min: 0, max: 1439 }).map((count) => minutes(count));
  fc.assert(
    fc.property(
      fc.record({
        days: fc.subarray([...everyDay], { minLength: 1 }),
        from: minuteOfDay,
        to: minuteOfDay,
        time_zone: fc.constantFrom(undefined, 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Tokyo'),
      }),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (open: Window, date) => {
        const opening = nextOpening(open, date.getTime());
        if (opening < date.getTime() || opening > date.getTime() + 8 * 24 * 3_600_000) throw new Error('not found');
        if (!isOpen(open, opening)) throw new Error(`closed at its own opening, ${new Date(opening).toISOString()}`);
      },
    ),
    { numRuns: 150 },
  );
});
