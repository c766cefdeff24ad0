import t, { type Test } from 'tap';
import { hours, minutes } from '../../netplan/duration.ts';
import { codes, readOne, split, valueAt } from '../support/settings.ts';

type Case = readonly [given: unknown, settledOrCode: unknown];

async function settles(t: Test, path: string, cases: readonly Case[]): Promise<void> {
  for (const [given, settled] of cases) {
    const { settings, problems } = readOne(path, given);
    t.same(codes(problems), [], JSON.stringify(given));
    t.strictSame(valueAt(settings, split(path)), settled);
  }
}

async function refuses(t: Test, path: string, cases: readonly Case[]): Promise<void> {
  const builtIn = valueAt(readOne(path, undefined).settings, split(path));
  for (const [given, code] of cases) {
    const { settings, problems } = readOne(path, given);
    t.same(codes(problems), [code], JSON.stringify(given)?.slice(0, 60));
    t.strictSame(valueAt(settings, split(path)), builtIn);
  }
}

t.test('a version is a channel, a version of semver, or a URL', async (t) => {
  for (const path of ['version_control.agent', 'version_control.machine-server']) {
    const good = [
      'stable',
      'dev',
      '1.2.3',
      'v1.2.3-rc.1+build.5',
      'https://example.com/machine-server',
      'http://localhost:8000/server',
      'file:///opt/server',
      'file:///C:/opt/server.exe',
    ];
    await settles(
      t,
      path,
      good.map((text) => [text, text]),
    );
    await refuses(t, path, [
      ['', `${path}: too-short`],
      ['latest', `${path}: malformed`],
      ['1.2', `${path}: malformed`],
      ['1.02.3', `${path}: malformed`],
      ['ftp://example.com/x', `${path}: malformed`],
      ['file://', `${path}: malformed`],
      ['http://a b', `${path}: malformed`],
      ['https://example.com/\nx', `${path}: malformed`],
      ['javascript:alert(1)', `${path}: malformed`],
      [`https://example.com/${'x'.repeat(2000)}`, `${path}: too-long`],
      [1.2, `${path}: wrong-type`],
    ]);
  }
});

t.test('flags of advanced_settings are true or false, never words', async (t) => {
  for (const name of [
    'debug',
    'disable_network_configuration',
    'disable_system_configuration',
    'disable_viam_server',
    'wait_for_update_check',
    'disable_log_deduplication',
  ]) {
    const path = `advanced_settings.${name}`;
    await settles(t, path, [
      [true, true],
      [false, false],
      [null, false],
    ]);
    await refuses(t, path, [
      ['yes', `${path}: wrong-type`],
      [0, `${path}: wrong-type`],
      [{}, `${path}: wrong-type`],
    ]);
  }
});

t.test('the server’s start is waited for between a minute and 30 days', async (t) => {
  const path = 'advanced_settings.viam_server_start_timeout_minutes';
  await settles(t, path, [
    [1, minutes(1)],
    ['90s', minutes(1.5)],
  ]);
  await refuses(t, path, [
    [0, `${path}: out-of-range`],
    ['10s', `${path}: out-of-range`],
    ['soon', `${path}: malformed`],
  ]);
});

t.test('a bad variable of the environment costs that variable only', async (t) => {
  const path = 'advanced_settings.viam_server_env';
  const given = { GOOD: 'yes', EMPTY: '', 'a=b': 'x', NUL: 'a\0b', HALF: '\ud800', NUMBER: 5, BIG: 'ä'.repeat(70_000) };
  const { settings, problems } = readOne(path, given);
  t.same({ ...settings.advanced_settings.viam_server_env }, { GOOD: 'yes', EMPTY: '' });
  t.same(codes(problems).toSorted(), [
    `${path}.BIG: too-long`,
    `${path}.HALF: malformed`,
    `${path}.NUL: malformed`,
    `${path}.NUMBER: wrong-type`,
    `${path}["a=b"]: malformed`,
  ]);
});

t.test('a maintenance window is converted, and may reach over midnight', async (t) => {
  const path = 'advanced_settings.maintenance_window';
  const everyDay = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  const window = { days: ['sat', 'sun'], from: '22:00', to: '04:30', time_zone: 'Europe/Berlin' };
  await settles(t, path, [
    [window, { ...window, from: hours(22), to: hours(4.5) }],
    [
      { from: '00:00', to: '24:00' },
      { days: everyDay, from: 0, to: hours(24), time_zone: undefined },
    ],
    [null, undefined],
  ]);
  await refuses(t, path, [
    [{ ...window, days: [] }, `${path}.days: too-short`],
    [{ ...window, days: ['Sunday'] }, `${path}.days[0]: unknown-value`],
    [{ ...window, days: 'sat' }, `${path}.days: wrong-type`],
    [{ ...window, from: '24:00' }, `${path}.from: malformed`],
    [{ ...window, from: '9:00' }, `${path}.from: malformed`],
    [{ ...window, to: 4 }, `${path}.to: wrong-type`],
    [{ ...window, to: '22:00' }, `${path}.to: conflict`],
    [{ from: '22:00' }, `${path}.to: missing`],
    [{ ...window, time_zone: 'Mars/Olympus' }, `${path}.time_zone: malformed`],
    ['nights', `${path}: wrong-type`],
  ]);
});

t.test('logs to forward are some, or all but some', async (t) => {
  const path = 'system_configuration.forward_system_logs';
  await settles(t, path, [
    ['', undefined],
    ['kernel, sshd', { include: ['kernel', 'sshd'], exclude: [] }],
    ['all', { include: 'all', exclude: [] }],
    ['all,-sshd, -cron', { include: 'all', exclude: ['sshd', 'cron'] }],
  ]);
  await refuses(t, path, [
    [',', `${path}: malformed`],
    ['a,,b', `${path}: malformed`],
    ['all,-', `${path}: malformed`],
    ['-sshd', `${path}: malformed`],
    [Array(101).fill('a').join(), `${path}: malformed`],
    [['kernel'], `${path}: wrong-type`],
  ]);
});

t.test('limits of the journal are megabytes, or none', async (t) => {
  for (const kind of ['runtime', 'system']) {
    const path = `system_configuration.logging_journald_${kind}_max_use_megabytes`;
    await settles(t, path, [
      [1, 1],
      [1_000_000, 1_000_000],
      [-1, undefined],
    ]);
    await refuses(t, path, [
      [0, `${path}: out-of-range`],
      [-2, `${path}: out-of-range`],
      [1e9, `${path}: out-of-range`],
      [Number.POSITIVE_INFINITY, `${path}: out-of-range`],
      [1.5, `${path}: wrong-type`],
      ['512', `${path}: wrong-type`],
    ]);
  }
});

t.test('upgrades of the system are all, security, disabled, or not ours', async (t) => {
  const path = 'system_configuration.os_auto_upgrade_type';
  await settles(t, path, [
    ['all', 'all'],
    ['security', 'security'],
    ['disable', 'disable'],
    ['', undefined],
  ]);
  await refuses(t, path, [
    ['everything', `${path}: unknown-value`],
    [true, `${path}: wrong-type`],
  ]);
});
