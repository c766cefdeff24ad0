import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import t, { type Test } from 'tap';
import { notAppliedYet, setInVain } from '../../daemon/applied.ts';
import { check } from '../../daemon/check.ts';
import { type Paths, pathsUnder } from '../../daemon/paths.ts';

const cloud = { app_address: 'https://app.example', id: 'part-1', secret: 'very-secret-text' };
const secrets = ['very-secret-text', 'hall password', 'variable-value', 'own code', 'hotspot-pass'];

type Given = Partial<Record<'credentials' | 'defaults' | 'provisioned' | 'cloudCache', unknown>>;

/** A machine with these files, private ones, under a root of its own. */
function machine(t: Test, given: Given): Paths {
  const paths = pathsUnder(t.testdir({}));
  for (const [name, value] of Object.entries(given)) {
    const path = paths[name as keyof Given];
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value), { mode: 0o600 });
  }
  return paths;
}

/** Without the blanks that line the columns up. */
const checked = async (paths: Paths) => {
  const { text, wrong } = await check(paths);
  return { text: text.replaceAll(/ +/g, ' '), wrong };
};

t.test('a machine that has nothing yet has no problem, and everything built in', async (t) => {
  const { text, wrong } = await checked(machine(t, {}));
  t.equal(wrong, false);
  t.match(text, /credentials \S+machine\.json: none/);
  t.match(text, 'network_configuration.hotspot_prefix = "machine-setup" (built-in)');
  t.match(text, 'network_configuration.hotspot_password = (not shown) (built-in)');
  t.match(text, /No problems\.\n$/);
});

t.test('each value comes with the layer that it is from', async (t) => {
  const paths = machine(t, {
    credentials: { cloud },
    defaults: '// by the maker\n{ "network_configuration": { "hotspot_prefix": "acme", "model": "one" } }',
    provisioned: { network_configuration: { fragment_id: 'f-7' } },
    cloudCache: {
      network_configuration: { model: 'two', retry_connection_timeout_minutes: '1h20m', hotspot_ssid: 'Höfe' },
      additional_networks: { 'Hall 3': { type: 'wifi', ssid: 'Halle', psk: 'hall password' } },
      advanced_settings: { maintenance_window: { days: ['sat'], from: '22:00', to: '04:30', time_zone: '' } },
    },
  });
  const { text, wrong } = await checked(paths);
  t.equal(wrong, false);
  for (const line of [
    'machine part-1 at https://app.example, with its secret',
    'network_configuration.hotspot_prefix = "acme" (defaults)',
    'network_configuration.model = "two" (cloud)',
    'network_configuration.fragment_id = "f-7" (provisioned)',
    'network_configuration.retry_connection_timeout_minutes = 1h20m (cloud)',
    'network_configuration.hotspot_ssid = "Höfe" (cloud)',
    'additional_networks["Hall 3"].ssid = "Halle" (cloud)',
    'advanced_settings.maintenance_window = {"days":["sat"],"from":"22:00","to":"04:30"} (cloud)',
  ]) {
    t.ok(text.includes(line), line);
  }
});

t.test('no secret is shown, whether its value is good or bad', async (t) => {
  const settings = {
    network_configuration: { hotspot_password: 'hotspot-pass', ownership_code: 'own code' },
    additional_networks: { hall: { type: 'wifi', ssid: 'Halle', psk: 'hall password' } },
    advanced_settings: { viam_server_env: { TOKEN: 'variable-value' } },
  };
  const bad = JSON.parse(
    JSON.stringify(settings)
      .replaceAll('hotspot-pass', 'ü hotspot-pass')
      .replaceAll('hall password', 'hall password ü'),
  );
  for (const given of [settings, bad]) {
    const { text } = await checked(machine(t, { credentials: { cloud }, defaults: given, cloudCache: given }));
    for (const secret of secrets) t.notOk(text.includes(secret), secret);
    t.match(text, 'advanced_settings.viam_server_env.TOKEN = (not shown) (cloud)');
  }
});

t.test('what is wrong is named, by file or by path, and counted', async (t) => {
  const { text, wrong } = await checked(
    machine(t, {
      credentials: { cloud: { ...cloud, id: '' } },
      defaults: '{ "network_configuration": ',
      cloudCache: { network_configuration: { hotspot_prefix: 7, hotspot_pasword: 'x' } },
    }),
  );
  t.equal(wrong, true);
  t.match(text, /error credentials: "cloud\.id" is missing or not valid/);
  t.match(text, /error \(all\) \(defaults\): expected JSON/);
  t.match(text, /error network_configuration\.hotspot_prefix \(cloud\): expected/);
  t.match(text, /warning network_configuration\.hotspot_pasword \(cloud\).*did you mean "hotspot_password"\?/);
  t.match(text, /\n4 problems\.\n$/);
});

t.test('credentials that others may read are a problem; so is a file that cannot be read', async (t) => {
  const paths = machine(t, { credentials: { cloud } });
  chmodSync(paths.credentials, 0o644);
  t.match(await checked(paths), { wrong: true, text: /others may read it \(mode 0644\); chmod 600/ });
  const folder = machine(t, {});
  mkdirSync(folder.defaults, { recursive: true });
  t.match(await checked(folder), { wrong: true, text: /error defaults: cannot read .*is-a-folder/ });
});

t.test('a check changes nothing', async (t) => {
  const paths = machine(t, { credentials: '{ damaged', cloudCache: 'damaged' });
  const before = [readdirSync(dirname(paths.credentials)), readdirSync(paths.state)];
  await check(paths);
  t.strictSame([readdirSync(dirname(paths.credentials)), readdirSync(paths.state)], before);
});

t.test('what was set in vain is said, and is no problem', async (t) => {
  const vain = ['advanced_settings.viam_server_env', 'system_configuration'];
  const origins = new Map([
    ['advanced_settings.viam_server_env.A', 'cloud' as const],
    ['system_configuration.forward_system_logs', 'cloud' as const],
    ['system_configuration_of_others', 'cloud' as const],
    ['network_configuration.model', 'defaults' as const],
  ]);
  t.strictSame(setInVain(origins, vain), [
    'advanced_settings.viam_server_env.A',
    'system_configuration.forward_system_logs',
  ]);
  t.ok(notAppliedYet.every((path) => /^[a-z_]+(\.[a-z_]+)?$/.test(path)));
});
