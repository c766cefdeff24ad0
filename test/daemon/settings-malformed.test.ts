import t from 'tap';
import { layerFromText } from '../../daemon/layers.ts';
import { readSettings } from '../../daemon/settings.ts';
import { incomplete } from '../support/complete-settings.ts';
import { malformedSettings } from '../support/malformed-settings.ts';

const maker = {
  version_control: { agent: '1.2.3' },
  network_configuration: { hotspot_password: 'of the maker', user_idle_minutes: 9 },
  additional_networks: { hall: { type: 'wifi', ssid: 'Hall' } },
};

t.test('more than 200 malformed settings each give a problem with its path, and complete settings', async (t) => {
  let count = 0;
  for (const { name, text, path } of malformedSettings()) {
    count += 1;
    const cloud = layerFromText('cloud', text);
    const { settings, problems } = readSettings([{ name: 'defaults', value: maker }, cloud]);
    const wrong = incomplete(settings);
    const told = problems.some((problem) => path.test(problem.path) && problem.layer === 'cloud');
    const short = problems.every(({ message }) => message.length < 500);
    const holds =
      settings.version_control.agent === '1.2.3' &&
      settings.network_configuration.hotspot_password.reveal() === 'of the maker' &&
      settings.network_configuration.user_idle_minutes === 540_000 &&
      settings.additional_networks['hall']?.type === 'wifi';
    if (wrong.length > 0 || !told || !short || !holds) t.fail(name, { wrong, problems, holds });
  }
  t.ok(count >= 200, `${count} of them`);
});

t.test('no prototype is changed by any of them', async (t) => {
  for (const { text } of malformedSettings()) readSettings([layerFromText('cloud', text)]);
  const fresh: Record<string, unknown> = {};
  t.same(
    [fresh['type'], fresh['debug'], fresh['a'], Object.keys(Object.prototype)],
    [undefined, undefined, undefined, []],
  );
});

t.test('an entry or a variable may be called constructor, but not __proto__', async (t) => {
  const text = `{
    "additional_networks": { "constructor": { "type": "wired" }, "__proto__": { "type": "wired" } },
    "advanced_settings": { "viam_server_env": { "toString": "x", "__proto__": "y" } }
  }`;
  const { settings, problems } = readSettings([layerFromText('cloud', text)]);
  t.same(Object.keys(settings.additional_networks), ['constructor']);
  t.same(Object.keys(settings.advanced_settings.viam_server_env), ['toString']);
  t.equal(settings.additional_networks['hasOwnProperty'], undefined);
  t.match(problems, [
    { path: 'advanced_settings.viam_server_env.__proto__', code: 'forbidden-key' },
    { path: 'additional_networks.__proto__', code: 'forbidden-key' },
  ]);
});

t.test('there are at most 1000 networks, those of the highest layer first', async (t) => {
  const networks = (prefix: string, count: number) => ({
    additional_networks: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${prefix}${index}`, { type: 'wired' }]),
    ),
  });
  const { settings, problems } = readSettings([
    { name: 'defaults', value: networks('maker', 600) },
    { name: 'cloud', value: networks('cloud', 600) },
  ]);
  const names = Object.keys(settings.additional_networks);
  t.equal(names.length, 1000);
  t.equal(names.filter((name) => name.startsWith('cloud')).length, 600);
  t.match(problems, [{ path: 'additional_networks', layer: 'defaults', code: 'too-many', found: '600' }]);
  t.equal(problems.length, 1);
});

t.test('the list of problems ends, and says how many there are beyond', async (t) => {
  const value = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`unknown${index}`, index]));
  const { problems } = readSettings([{ name: 'cloud', value }]);
  t.equal(problems.length, 301);
  t.match(problems.at(-1), { code: 'more-problems', severity: 'warning', found: '4700 more' });
  const { problems: severe } = readSettings([{ name: 'cloud', value: { ...value, network_configuration: 5 } }]);
  t.match(severe.at(-1), { code: 'more-problems', severity: 'error' });
});
