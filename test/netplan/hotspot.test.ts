import t from 'tap';
import { readSettings } from '../../daemon/settings.ts';
import { hotspotFrom, hotspotSsid } from '../../netplan/hotspot.ts';
import { ssidBytes, ssidFromText, ssidText } from '../../netplan/ssid.ts';
import fc from '../support/cases.ts';

const name = (prefix: string, host: string) => ssidText(hotspotSsid(prefix, host));
const network = (value: unknown) =>
  readSettings([{ name: 'cloud', value: { network_configuration: value } }]).settings.network_configuration;

t.test('the hotspot is called after prefix and host', async (t) => {
  t.equal(name('machine-setup', 'box1'), 'machine-setup-box1');
  t.equal(name('machine-setup', 'box1.example.com'), 'machine-setup-box1', 'without the domain');
  t.equal(name('machine-setup', ''), 'machine-setup');
  t.equal(name('machine-setup', '.local'), 'machine-setup');
});

t.test('of a long host name the end stays, which tells devices of one kind apart', async (t) => {
  t.equal(name('machine-setup', 'acme-warehouse-rover-00017'), 'machine-setup-ehouse-rover-00017');
  t.equal(name('machine-setup', 'acme-warehouse-rover-00018'), 'machine-setup-ehouse-rover-00018');
});

t.test('a long prefix leaves at least eight bytes of the host name', async (t) => {
  t.equal(name('x'.repeat(32), 'rover-00017'), `${'x'.repeat(23)}-er-00017`);
  t.equal(name('x'.repeat(32), 'b1'), `${'x'.repeat(29)}-b1`);
});

t.test('no character is split, neither in the prefix nor in the host', async (t) => {
  t.equal(name('é'.repeat(16), 'b1'), `${'é'.repeat(14)}-b1`);
  t.equal(name('abc', '👩‍🚀'.repeat(3)), 'abc-👩‍🚀👩‍🚀', 'eleven bytes each');
});

t.test('the name has 1 to 32 bytes, and differs for hosts that differ in their last eight bytes', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 32 });
  const serial = fc.stringMatching(/^[a-z0-9]{8}$/);
  fc.assert(
    fc.property(text, text, serial, serial, (prefix, host, one, other) => {
      const [first, second] = [hotspotSsid(prefix, `${host}${one}`), hotspotSsid(prefix, `${host}${other}`)];
      const size = ssidBytes(first).length;
      return size >= 1 && size <= 32 && (host.includes('.') || (first === second) === (one === other));
    }),
  );
});

t.test('a name of its own is taken as it is', async (t) => {
  t.equal(hotspotFrom(network({ hotspot_ssid: ' Acme ' }), 'box1').ssid, ssidFromText(' Acme '));
});

t.test('the hotspot is what the settings say', async (t) => {
  const hotspot = hotspotFrom(
    network({
      hotspot_prefix: 'acme',
      hotspot_password: 'printed on the box',
      hotspot_interface: 'wlan1',
      captive_portal_answer_address: 'hotspot',
      wifi_country: 'de',
    }),
    'box1',
  );
  t.match(hotspot, { interface: 'wlan1', ssid: ssidFromText('acme-box1'), answerAddress: 'hotspot', country: 'DE' });
  t.equal(hotspot.password.reveal(), 'printed on the box');
  t.match(hotspotFrom(network({}), 'box1'), { interface: undefined, answerAddress: '192.0.2.1', country: undefined });
});
