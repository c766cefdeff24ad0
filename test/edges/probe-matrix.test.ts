// What each system asks when it has joined a network, over real sockets: the name, then the page. Each judges what it
// got by its own rule, and must find a portal; the next time it must get the very same bytes.
import ipaddr from 'ipaddr.js';
import t, { type Test } from 'tap';
import { createNameServer } from '../../dns/server.ts';
import { all, askUdp, query, types } from '../support/dns.ts';
import { portalOnSockets } from '../support/portal.ts';
import { type Probe, probes } from '../support/probe-table.ts';
import { once, type RawReply } from '../support/raw-http.ts';
import { readStrictly } from '../support/strict-reply.ts';

const rounds = 10;
// On loopback these stand for 10.42.0.1 and 192.0.2.1.
const hotspotAddress = '127.0.0.1';
const answerAddress = '127.0.0.2';

type Verdict = 'portal' | 'online' | 'broken';
type Judge = (reply: RawReply) => Verdict;

/** Online means this body, or code 204; all else with a page in it is a portal. */
const wants =
  (success: string | RegExp): Judge =>
  ({ status, body }) => {
    if (typeof success === 'string' ? body.trim() === success : success.test(body)) return 'online';
    return status === 200 || (status >= 301 && status <= 308) ? 'portal' : 'broken';
  };
/** AOSP's NetworkMonitor: a code of 200 to 399, but a body of at most 4 octets is a failure. */
const android: Judge = ({ status, body }) => {
  if (status === 204) return 'online';
  return status >= 200 && status <= 399 && body.length > 4 ? 'portal' : 'broken';
};

const judges: Readonly<Record<string, Judge>> = {
  iOS: wants(/<title>Success<\/title>/i),
  Windows: wants(/^Microsoft (Connect Test|NCSI)$/),
  Firefox: wants('success'),
  GNOME: wants('NetworkManager is online'),
  Debian: wants('NetworkManager is online'),
  Fedora: wants('OK'),
  KDE: wants('OK'),
  Kindle: wants(/81ce4465-7167-4dcb-835b-dcc9e44c112a/),
};

async function device(t: Test) {
  const { portal, listening, host } = await portalOnSockets(t, { addresses: [hotspotAddress, answerAddress] });
  const names = createNameServer();
  t.teardown(() => names.close());
  names.set({ ...all, hotspotAddress, answerAddress });
  const { port } = await names.listen(hotspotAddress, 0);

  /** The reply and its reading; always with the same id, so that the same is the same. */
  const resolve = async (name: string, type: keyof typeof types) => {
    const packet = query({ name, type: types[type], id: 7 });
    const reply = await askUdp(port, packet);
    if (reply === undefined) throw new Error(`no reply for ${name} ${type}`);
    return { bytes: reply.toString('latin1'), ...readStrictly(packet, reply) };
  };
  const fetch = (address: string, probe: Probe, method = 'GET') => {
    const place = listening.find((each) => each.address === address);
    if (place === undefined) throw new Error(`nobody listens on ${address}`);
    const agent = probe.agent === undefined ? '' : `User-Agent: ${probe.agent}\r\n`;
    return once(
      place.port,
      address,
      `${method} ${probe.path} HTTP/1.1\r\nHost: ${probe.host}\r\n${agent}Accept: */*\r\n\r\n`,
    );
  };
  return { resolve, fetch, home: `http://${host}/`, portal };
}

t.test('every system finds a portal, ten times with identical bytes', async (t) => {
  const { resolve, fetch, home } = await device(t);
  const first = new Map<Probe, string>();
  for (let round = 0; round < rounds; round++) {
    for (const probe of probes) {
      const label = `${probe.system}: ${probe.host}${probe.path}`;
      // iOS asks for HTTPS first, and shows no sheet unless that is answered.
      const [https, ipv6, ipv4] = [
        await resolve(probe.host, 'HTTPS'),
        await resolve(probe.host, 'AAAA'),
        await resolve(probe.host, 'A'),
      ];
      const reply = await fetch(ipv4.answers[0]?.slice(2) ?? '', probe);
      const bytes = [https.bytes, ipv6.bytes, ipv4.bytes, reply.bytes].join('\n');
      if (round > 0) {
        if (bytes !== first.get(probe)) t.fail(`${label} differs in round ${round}`);
        continue;
      }
      first.set(probe, bytes);
      for (const empty of [https, ipv6]) {
        t.match(empty, { rcode: 'NOERROR', answers: [], authorities: ['SOA .'] }, label);
      }
      t.match(ipv4, { rcode: 'NOERROR', answers: [`A ${answerAddress}`], timesToLive: [5] }, label);
      t.equal((judges[probe.system] ?? android)(reply), 'portal', label);
      t.match(reply, { status: 302, body: /<a href=/ }, label);
      t.equal(reply.headers.get('location'), home, label);
      t.equal(reply.headers.get('content-length'), String(reply.body.length), label);
      t.equal(reply.headers.get('cache-control'), 'no-store', label);
    }
  }
});

t.test('the redirect leads to the page itself', async (t) => {
  const { fetch, home } = await device(t);
  const page = await fetch(hotspotAddress, { system: 'any', host: new URL(home).host, path: '/' });
  t.equal(page.status, 200);
  t.match(page.body, /<form|<html/i);
});

t.test('the same holds for HEAD', async (t) => {
  const { fetch, home } = await device(t);
  for (const probe of probes) {
    const reply = await fetch(answerAddress, probe, 'HEAD');
    t.equal(reply.status, 302, `${probe.host}${probe.path}`);
    t.equal(reply.headers.get('location'), home);
    t.equal(reply.body, '');
  }
});

t.test('Windows does not find the address that its second question means "online" by', async (t) => {
  const { resolve } = await device(t);
  const { answers } = await resolve('dns.msftncsi.com', 'A');
  t.strictSame(answers, [`A ${answerAddress}`]);
  t.not(answers[0], 'A 131.107.255.255');
});

t.test('the address that a device really answers is none of those that Samsung and others distrust', async (t) => {
  const range = ipaddr.parse(all.answerAddress).range();
  for (const distrusted of ['private', 'linkLocal', 'uniqueLocal', 'loopback', 'unspecified']) t.not(range, distrusted);
});
