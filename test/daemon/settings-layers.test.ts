import t from 'tap';
import { readSettings } from '../../daemon/settings.ts';
import { codes, layer } from '../support/settings.ts';

const network = (value: unknown) => ({ network_configuration: value });
const hall = (ssid: string) => ({ type: 'wifi', ssid });

t.test('a higher layer overrides field by field, and each value tells where it comes from', async (t) => {
  const { settings, problems, origins } = readSettings([
    layer('built-in', network({ model: 'board' })),
    layer('defaults', network({ hotspot_prefix: 'acme', manufacturer: 'Acme', model: 'Rover' })),
    layer('provisioned', network({ fragment_id: 'f-1' })),
    layer('cloud', network({ manufacturer: 'Acme Corp' })),
  ]);
  t.match(settings.network_configuration, {
    hotspot_prefix: 'acme',
    manufacturer: 'Acme Corp',
    model: 'Rover',
    fragment_id: 'f-1',
  });
  t.same(problems, []);
  t.same(Object.fromEntries(origins), {
    'network_configuration.hotspot_prefix': 'defaults',
    'network_configuration.manufacturer': 'cloud',
    'network_configuration.model': 'defaults',
    'network_configuration.fragment_id': 'provisioned',
  });
});

t.test('a bad value gives way to the next lower good one, not to the built-in one', async (t) => {
  const { settings, problems, origins } = readSettings([
    layer('defaults', network({ user_idle_minutes: 7 })),
    layer('provisioned', network({ user_idle_minutes: 'soon' })),
    layer('cloud', network({ user_idle_minutes: 0 })),
  ]);
  t.equal(settings.network_configuration.user_idle_minutes, 420_000);
  t.equal(origins.get('network_configuration.user_idle_minutes'), 'defaults');
  t.match(problems, [
    { layer: 'cloud', code: 'out-of-range', message: /found 0; the value of "defaults" holds/ },
    { layer: 'provisioned', code: 'malformed', message: /found "soon"; the value of "defaults" holds/ },
  ]);
});

t.test('a bad value below a good one is reported as well, since it will hold one day', async (t) => {
  const { settings, problems } = readSettings([
    layer('defaults', network({ hotspot_password: 'short' })),
    layer('cloud', network({ hotspot_password: 'long enough' })),
  ]);
  t.equal(settings.network_configuration.hotspot_password.reveal(), 'long enough');
  t.match(problems, [{ layer: 'defaults', code: 'too-short', message: /the value of "cloud" holds/ }]);
});

t.test('null is "unset here"; false, 0 and an empty text are values', async (t) => {
  const { settings } = readSettings([
    layer('defaults', {
      network_configuration: { wifi_power_save: true, hotspot_interface: 'wlan1', model: 'Rover' },
      advanced_settings: { debug: true },
    }),
    layer('cloud', {
      network_configuration: { wifi_power_save: null, hotspot_interface: '', model: null },
      advanced_settings: { debug: false },
      additional_networks: null,
    }),
  ]);
  t.match(settings.network_configuration, { wifi_power_save: true, hotspot_interface: undefined, model: 'Rover' });
  t.equal(settings.advanced_settings.debug, false);
});

t.test('variables of the environment are joined name by name', async (t) => {
  const env = (value: unknown) => ({ advanced_settings: { viam_server_env: value } });
  const { settings, origins } = readSettings([
    layer('defaults', env({ A: 'maker', B: 'maker', C: 'maker', D: 'maker' })),
    layer('cloud', env({ B: 'cloud', C: null, D: 4 })),
  ]);
  t.same({ ...settings.advanced_settings.viam_server_env }, { A: 'maker', B: 'cloud', C: 'maker', D: 'maker' });
  t.equal(origins.get('advanced_settings.viam_server_env.B'), 'cloud');
  t.equal(origins.get('advanced_settings.viam_server_env.D'), 'defaults');
});

t.test('an entry overrides the one of the same name as a whole; a bad one lets the lower one hold', async (t) => {
  const { settings, problems } = readSettings([
    layer('defaults', {
      additional_networks: { hall: { ...hall('Maker'), priority: 5 }, van: hall('Van'), yard: hall('Yard') },
    }),
    layer('cloud', {
      additional_networks: { hall: hall('Cloud'), van: { type: 'wifi' }, yard: null, new: hall('New') },
    }),
  ]);
  const { hall: first, van, yard, new: last } = settings.additional_networks;
  t.match(first, { priority: 0 }, 'nothing of the lower entry is left');
  t.ok(van?.ssid);
  t.ok(yard?.ssid);
  t.ok(last?.ssid);
  t.same(codes(problems), ['additional_networks.van.ssid: missing']);
  t.match(problems[0]?.message, /the value of "defaults" holds/);
});

t.test('a reboot sooner than the offline or idle minutes gives way to a lower layer’s, at last to never', async (t) => {
  const reboot = (minutes: unknown) => ({ device_reboot_after_offline_minutes: minutes });
  for (const [maker, cloud, holds, layers] of [
    [30, 3, 1_800_000, ['cloud']],
    [4, 3, 0, ['cloud', 'defaults']],
    [4, 0, 0, []],
    [4, 60, 3_600_000, []],
  ] as const) {
    const { settings, problems } = readSettings([
      layer('defaults', network({ ...reboot(maker), user_idle_minutes: 10 })),
      layer('cloud', network(reboot(cloud))),
    ]);
    t.equal(settings.network_configuration.device_reboot_after_offline_minutes, holds);
    t.same(
      problems.map((problem) => problem.layer),
      layers,
    );
    for (const problem of problems) t.match(problem, { code: 'conflict', expected: /user_idle_minutes, which is 10m/ });
  }
});

t.test('the rule looks at what holds in the end, whatever layer it comes from', async (t) => {
  const { settings, problems } = readSettings([
    layer('defaults', network({ device_reboot_after_offline_minutes: 60 })),
    layer('cloud', network({ offline_before_starting_hotspot_minutes: '2h' })),
  ]);
  t.equal(settings.network_configuration.device_reboot_after_offline_minutes, 0);
  t.match(problems, [{ layer: 'defaults', code: 'conflict', expected: /offline_before_.* which is 2h/ }]);
});

t.test('a section or a layer of the wrong kind costs itself only', async (t) => {
  const { settings, problems } = readSettings([
    layer('defaults', network({ model: 'Rover' })),
    layer('provisioned', 'broken'),
    layer('cloud', { network_configuration: [], advanced_settings: { debug: true } }),
  ]);
  t.equal(settings.network_configuration.model, 'Rover');
  t.equal(settings.advanced_settings.debug, true);
  t.same(codes(problems), ['(all): wrong-type', 'network_configuration: wrong-type']);
});

t.test('an unknown name is a warning, with the name that was probably meant or where it belongs', async (t) => {
  const { problems } = readSettings([
    layer('cloud', {
      $schema: './agent.schema.json',
      debug: true,
      version_control: { machine_server: 'stable' },
      network_configuration: { hotspot_pasword: 'a secret', xyzzy: 1 },
    }),
  ]);
  t.same(
    problems.map(({ path, severity, message }) => [path, severity, message.split('; ').at(-1)]),
    [
      ['debug', 'warning', 'it belongs into "advanced_settings"'],
      ['version_control.machine_server', 'warning', 'did you mean "machine-server"?'],
      ['network_configuration.hotspot_pasword', 'warning', 'did you mean "hotspot_password"?'],
      ['network_configuration.xyzzy', 'warning', 'it is not used'],
    ],
  );
});
