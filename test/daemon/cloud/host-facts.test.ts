import t from 'tap';
import { distroFrom, hostFacts, tagsFrom } from '../../../daemon/cloud/host-facts.ts';

t.test('the distribution is its id and version, however os-release writes them', (t) => {
  t.equal(distroFrom('NAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n'), 'debian:12');
  t.equal(distroFrom("ID='ubuntu'\nVERSION_ID='24.04'"), 'ubuntu:24.04');
  t.equal(distroFrom('ID=arch\nBUILD_ID=rolling\n'), 'arch');
  t.equal(distroFrom('no such file'), '');
  t.end();
});

t.test('a Raspberry Pi is known by its model', (t) => {
  t.strictSame(tagsFrom('Raspberry Pi 4 Model B Rev 1.5\0'), ['rpi', 'rpi4']);
  t.strictSame(tagsFrom('Raspberry Pi Compute Module 5 Rev 1.0\0'), ['rpi', 'rpi5']);
  t.strictSame(tagsFrom('Raspberry Pi Zero 2 W Rev 1.0\0'), ['rpi']);
  t.strictSame(tagsFrom('FriendlyElec NanoPi\0'), []);
  t.strictSame(tagsFrom(''), []);
  t.end();
});

t.test('of any machine the platform is known', async (t) => {
  t.match((await hostFacts()).platform, /^linux\/\w+$/);
});
