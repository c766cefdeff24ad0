import t from 'tap';
import { formatDuration } from '../../netplan/duration.ts';
import { durationFromText } from '../../netplan/minutes.ts';
import fc from '../support/cases.ts';

t.test('durations are read as Go writes them, and with days', async (t) => {
  for (const [text, expected] of [
    ['90s', 90_000],
    ['1h20m', 4_800_000],
    ['1.5h', 5_400_000],
    ['1h20m30.5s', 4_830_500],
    ['500ms', 500],
    ['1m500ms', 60_500],
    ['2d', 172_800_000],
    ['0s', 0],
  ] as const) {
    t.equal(durationFromText(text), expected, text);
  }
});

t.test('anything else is no duration', async (t) => {
  for (const text of [
    '',
    '5',
    '-5m',
    '+5m',
    '5 m',
    'm',
    '1.m',
    '.5h',
    '1e3s',
    '5M',
    '5min',
    '1h 20m',
    'NaNs',
    '٣m',
    '5m\n',
  ]) {
    t.equal(durationFromText(text), undefined, text);
  }
  t.equal(durationFromText('1s'.repeat(21)), undefined, 'too long');
});

t.test('what we write ourselves we read again', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 * 24 * 3600 }), (seconds) => {
      const written = formatDuration(seconds * 1000); // its two largest units
      return formatDuration(durationFromText(written) ?? -1) === written;
    }),
  );
});
