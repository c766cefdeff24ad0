import t from 'tap';
import { nearest } from '../../daemon/nearest.ts';
import { pathText } from '../../daemon/problems.ts';

const known = ['hotspot_password', 'hotspot_prefix', 'machine-server', 'model', 'ssid'];

t.test('the name that was probably meant is found', async (t) => {
  t.equal(nearest('hotspot_pasword', known), 'hotspot_password');
  t.equal(nearest('hotspotPassword', known), 'hotspot_password');
  t.equal(nearest('HOTSPOT-PREFIX', known), 'hotspot_prefix');
  t.equal(nearest('machine_server', known), 'machine-server');
  t.equal(nearest('sid', known), 'ssid');
  t.equal(nearest('modle', known), undefined, 'two letters of five are too many');
});

t.test('none is named where none is near, or the name is absurd', async (t) => {
  t.equal(nearest('xyzzy', known), undefined);
  t.equal(nearest('', known), undefined);
  t.equal(nearest('m', known), undefined);
  t.equal(nearest('model'.repeat(1000), known), undefined);
  t.equal(nearest('model', []), undefined);
});

t.test('a path is a line, whatever the names in it are', async (t) => {
  t.equal(pathText([]), '(all)');
  t.equal(pathText(['a', 'machine-server', 0, 'c']), 'a.machine-server[0].c');
  t.equal(pathText(['additional_networks', 'Hall "3"\n']), 'additional_networks["Hall \\"3\\"\\n"]');
  t.equal(pathText(['x'.repeat(100)]), `["${'x'.repeat(64)}…"]`);
  t.equal(pathText([`${'x'.repeat(63)}\u{1f600}`]), `["${'x'.repeat(63)}\ufffd…"]`);
});
