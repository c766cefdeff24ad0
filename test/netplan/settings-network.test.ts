import t from 'tap';
import { Secret } from '../../netplan/secret.ts';
import { ssidFromText } from '../../netplan/ssid.ts';
import { readOne, split, valueAt } from '../support/settings.ts';

const hexKey = '0123456789abcdefABCDEF'.padEnd(64, '0');
const everyPrintable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('');

type Rule = {
  readonly good: readonly (readonly [given: unknown, settled: unknown])[];
  readonly bad: readonly (readonly [given: unknown, code: string])[];
};

const flag: Rule = {
  good: [
    [true, true],
    [false, false],
  ],
  bad: [
    ['true', 'wrong-type'],
    [1, 'wrong-type'],
    [[], 'wrong-type'],
  ],
};
const delay: Rule = {
  good: [
    [1, 60_000],
    [2.5, 150_000],
    ['60s', 60_000],
    ['1h20m', 4_800_000],
    ['1.5h', 5_400_000],
    ['30d', 2_592_000_000],
    [43_200, 2_592_000_000],
  ],
  bad: [
    [0, 'out-of-range'],
    [0.99, 'out-of-range'],
    [-5, 'out-of-range'],
    [43_201, 'out-of-range'],
    [Number.POSITIVE_INFINITY, 'out-of-range'],
    ['59s', 'out-of-range'],
    ['31d', 'out-of-range'],
    ['5', 'malformed'],
    ['5 m', 'malformed'],
    ['m', 'malformed'],
    ['', 'malformed'],
    ['1m'.repeat(30), 'too-long'],
    [true, 'wrong-type'],
    [{ minutes: 5 }, 'wrong-type'],
  ],
};
const word = (most: number): Rule => ({
  good: [
    ['Acme & Søns', 'Acme & Søns'],
    [' a ', ' a '],
    ['x'.repeat(most), 'x'.repeat(most)],
  ],
  bad: [
    ['', 'too-short'],
    ['x'.repeat(most + 1), 'too-long'],
    ['two\nlines', 'malformed'],
    ['NUL\0', 'malformed'],
    ['half \ud83d', 'malformed'],
    [5, 'wrong-type'],
  ],
});
const file: Rule = {
  good: [
    ['/usr/bin/blink', '/usr/bin/blink'],
    ['/ä b', '/ä b'],
    ['', undefined],
  ],
  bad: [
    ['blink', 'malformed'],
    ['/usr/', 'malformed'],
    ['/', 'malformed'],
    ['/a\0b', 'malformed'],
    [`/${'x'.repeat(2000)}`, 'too-long'],
    [[], 'wrong-type'],
  ],
};

const rules: Readonly<Record<string, Rule>> = {
  offline_before_starting_hotspot_minutes: delay,
  retry_connection_timeout_minutes: delay,
  user_idle_minutes: delay,
  device_reboot_after_offline_minutes: {
    good: [
      [0, 0],
      ['0s', 0],
      [10, 600_000],
      ['30d', 2_592_000_000],
    ],
    bad: [
      [0.5, 'out-of-range'],
      ['30s', 'out-of-range'],
      [-1, 'out-of-range'],
      [1e300, 'out-of-range'],
      [4, 'conflict'], // below the five minutes of user_idle_minutes
    ],
  },
  disable_captive_portal_redirect: flag,
  turn_on_hotspot_if_wifi_has_no_internet: flag,
  wifi_power_save: { ...flag, good: [...flag.good, [null, undefined]] },
  manufacturer: word(100),
  model: word(100),
  fragment_id: {
    good: [
      ['8f2c-…', '8f2c-…'],
      ['', undefined],
    ],
    bad: word(100).bad.slice(1),
  },
  hotspot_prefix: word(32),
  hotspot_password: {
    good: [
      ['12345678', new Secret('12345678')],
      [everyPrintable.slice(0, 63), new Secret(everyPrintable.slice(0, 63))],
      [everyPrintable.slice(32), new Secret(everyPrintable.slice(32))],
      ['        ', new Secret('        ')],
      [hexKey, new Secret(hexKey)],
    ],
    bad: [
      ['test123', 'too-short'],
      ['', 'too-short'],
      [`${hexKey.slice(1)}g`, 'malformed'],
      [`${hexKey}0`, 'too-long'],
      ['pass wörd', 'malformed'],
      ['tab\there', 'malformed'],
      [12_345_678, 'wrong-type'],
    ],
  },
  hotspot_interface: {
    good: [
      ['wlan0', 'wlan0'],
      ['wlx0123456789ab', 'wlx0123456789ab'],
      ['', undefined],
    ],
    bad: [
      ['wlan 0', 'malformed'],
      ['a/b', 'malformed'],
      ['wlan0:1', 'malformed'],
      ['.', 'malformed'],
      ['..', 'malformed'],
      ['wlan\0', 'malformed'],
      ['ééééééééé', 'malformed'], // 9 characters, 18 bytes
      ['x'.repeat(16), 'too-long'],
      [0, 'wrong-type'],
    ],
  },
  hotspot_ssid: {
    good: [
      [' Café ', ssidFromText(' Café ')],
      ['x'.repeat(32), ssidFromText('x'.repeat(32))],
      ['', undefined],
    ],
    bad: [
      ['x'.repeat(33), 'too-long'],
      ['é'.repeat(17), 'too-long'], // 17 characters, 34 bytes
      ['\ud800', 'malformed'],
      [7, 'wrong-type'],
    ],
  },
  captive_portal_answer_address: {
    good: [
      ['hotspot', 'hotspot'],
      ['198.51.100.7', '198.51.100.7'],
    ],
    bad: [
      ...['', '127.0.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '010.0.0.1', '0x7f.1', '10.1', '::1'].map(
        (text) => [text, 'malformed'] as const,
      ),
      ['Hotspot', 'malformed'],
      ['192.0.2.1/32', 'malformed'],
      [10, 'wrong-type'],
    ],
  },
  ownership_code: {
    good: [
      ['7-up', new Secret('7-up')],
      ['', undefined],
    ],
    bad: word(200).bad.slice(1),
  },
  wifi_country: {
    good: [
      ['DE', 'DE'],
      ['us', 'US'],
      ['', undefined],
    ],
    bad: [
      ['DEU', 'malformed'],
      ['00', 'malformed'],
      [49, 'wrong-type'],
    ],
  },
  portal_color: {
    good: [
      ['#1a6b3c', '#1a6b3c'],
      ['#FFF', '#FFF'],
      ['', undefined],
    ],
    bad: [
      ['red', 'malformed'],
      ['#12345', 'malformed'],
      ['#fff;background:url(x)', 'malformed'],
      [255, 'wrong-type'],
    ],
  },
  portal_logo_file: file,
  state_hook: file,
};

for (const [name, { good, bad }] of Object.entries(rules)) {
  const path = `network_configuration.${name}`;
  t.test(`${name} is settled as it was meant`, async (t) => {
    for (const [given, settled] of good) {
      const { settings, problems } = readOne(path, given);
      const value = valueAt(settings, split(path));
      t.same(problems, [], JSON.stringify(given));
      if (settled instanceof Secret) t.ok(settled.equals(value as Secret), 'the secret itself');
      else t.strictSame(value, settled);
    }
  });
  t.test(`${name} is refused where it is wrong, with its path, and the built-in value holds`, async (t) => {
    const builtIn = valueAt(readOne(path, undefined).settings, split(path));
    for (const [given, code] of bad) {
      const { settings, problems } = readOne(path, given);
      t.match(problems, [{ path, code, severity: 'error', layer: 'cloud' }], JSON.stringify(given)?.slice(0, 50));
      t.equal(problems.length, 1);
      t.same(valueAt(settings, split(path)), builtIn);
    }
  });
}
