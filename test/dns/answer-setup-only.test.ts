import t from 'tap';
import { type Answer, answer, type Policy } from '../../dns/answer.ts';
import { setupOnly, types } from '../support/dns.ts';

const hotspot: Answer = { kind: 'addresses', addresses: ['10.42.0.1'] };
const online: Policy = { ...setupOnly, upstream: '127.0.0.53' };
const forward: Answer = { kind: 'forward', upstream: '127.0.0.53' };
const ask = (policy: Policy, type: number, name: string) => answer(policy, { name, type, class: 1 });

t.test('names under .setup and our own are ours, label by label', async (t) => {
  for (const policy of [setupOnly, online]) {
    for (const name of ['setup', 'x.setup', 'a.b.setup', 'box1', 'box1.local']) {
      t.strictSame(ask(policy, types.A, name), hotspot, name);
      t.strictSame(ask(policy, types.AAAA, name), { kind: 'no-data' }, name);
    }
    t.strictSame(ask(policy, types.PTR, '1.0.42.10.in-addr.arpa'), { kind: 'pointer', name: 'box1.setup' });
  }
});

const foreign = ['xsetup', 'setup.com', 'machine.setup.example', 'setupx', 'captive.apple.com', 'x\\046setup', ''];

t.test('other names are refused at once without an uplink', async (t) => {
  for (const name of foreign) {
    for (const type of Object.values({ ...types, AXFR: 1, IXFR: 1, MAILA: 1, MAILB: 1 })) {
      t.strictSame(ask(setupOnly, type, name), { kind: 'refused' }, name);
    }
  }
});

t.test('other names are forwarded with an uplink, whatever the type', async (t) => {
  for (const name of foreign) {
    for (const type of [types.A, types.AAAA, types.HTTPS, types.TXT, 65280]) {
      t.strictSame(ask(online, type, name), forward, name);
    }
  }
  t.strictSame(ask(online, types.PTR, '8.8.8.8.in-addr.arpa'), forward);
  t.strictSame(ask(online, types.A, 'mask.icloud.com'), forward, 'nothing is hidden that the uplink knows');
  t.strictSame(ask(online, types.A, 'use-application-dns.net'), forward);
});

t.test('names of this link alone never leave it', async (t) => {
  t.strictSame(ask(online, types.A, 'printer.local'), { kind: 'no-such-name' });
  t.strictSame(ask(online, types.SVCB, '_dns.resolver.arpa'), { kind: 'no-data' });
  t.strictSame(ask(online, types.AAAA, 'ipv4only.arpa'), { kind: 'no-data' });
  t.strictSame(ask(online, types.AXFR, 'example.com'), { kind: 'refused' });
});

t.test('we are not our own upstream', async (t) => {
  t.strictSame(ask({ ...setupOnly, upstream: '10.42.0.1' }, types.A, 'example.com'), { kind: 'refused' });
});
