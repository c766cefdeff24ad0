import t from 'tap';
import { LastScan } from '../../../daemon/session/last-scan.ts';
import { rowId } from '../../../daemon/session/rows.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import type { NetworkRow } from '../../../portal/session.ts';

const row = (name: string, changes: Partial<NetworkRow> = {}): NetworkRow => {
  const ssid = ssidFromText(name);
  return {
    id: rowId(ssid),
    ssid,
    security: 'wpa-psk',
    supported: true,
    signal: 60,
    known: false,
    connected: false,
    ...changes,
  };
};
const [hall, shop] = [row('Hall'), row('Shop')];

t.test('a list that empties by age stays, until there is a newer scan', async (t) => {
  const last = new LastScan();
  t.strictSame(last.list([hall, shop], 1000), [hall, shop]);
  t.strictSame(last.list([shop], 1000), [shop, hall]);
  t.strictSame(last.list([], 1000), [hall, shop]);
  t.strictSame(last.list([], 1990), [hall, shop], 'the same scan, reckoned a little otherwise');
  t.strictSame(last.list([shop], 9000), [shop], 'a scan that did not hear it');
  t.strictSame(last.list([], 9000), [shop]);
  t.strictSame(last.list([], 90_000), [shop], 'a hotspot that came up, and emptied the list');
});

t.test('what is heard now counts: its signal, and a link that is gone', async (t) => {
  const last = new LastScan();
  last.list([row('Hall', { connected: true }), shop], 1000);
  t.strictSame(last.list([row('Shop', { signal: 20 })], 1000), [row('Shop', { signal: 20 }), hall]);
});

t.test('without a scan nothing is remembered, and a period ends it', async (t) => {
  const last = new LastScan();
  last.list([hall], undefined);
  t.strictSame(last.list([], undefined), []);
  last.list([hall], 1000);
  last.clear();
  t.strictSame(last.list([], 1000), []);
});

t.test('it does not grow without end', async (t) => {
  const last = new LastScan();
  for (let index = 0; index < 2000; index++) last.list([row(`Net ${index}`)], 1000);
  t.equal(last.list([], 1000).length, 512);
});
