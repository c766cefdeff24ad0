import t from 'tap';
import { Responder } from '../../dns/responder.ts';
import fc from '../support/cases.ts';
import { all, encodeName, opt, query, setupOnly, types, u16 } from '../support/dns.ts';
import { readStrictly } from '../support/strict-reply.ts';

function respond(packet: Buffer, responder = responderOf()) {
  const response = responder.respond(packet, 'udp');
  if (!Buffer.isBuffer(response)) throw new Error(`no reply but ${String(response)}`);
  return { response, ...readStrictly(packet, response) };
}

function responderOf(policy = all): Responder {
  const responder = new Responder();
  responder.set(policy);
  return responder;
}

t.test('an answer carries the address, 5 seconds to live, and the flags of a resolver that knows', async (t) => {
  const packet = query({ name: 'captive.apple.com' });
  t.match(respond(packet), {
    rcode: 'NOERROR',
    flags: 'aa rd ra',
    answers: ['A 192.0.2.1'],
    timesToLive: [5],
    edns: undefined,
  });
  t.match(respond(query({ flags: 0x0010 })), { flags: 'aa ra cd' }, 'RD and CD are what the query said');
});

t.test('a negative answer carries a SOA, so that it is kept for 5 seconds', async (t) => {
  const negative = { authorities: ['SOA .'], timesToLive: [5], answers: [] };
  t.match(respond(query({ type: types.HTTPS })), { rcode: 'NOERROR', ...negative });
  t.match(respond(query({ name: 'mask.icloud.com' })), { rcode: 'NXDOMAIN', ...negative });
});

t.test('our address points to the portal', async (t) => {
  const asked = query({ name: '1.0.42.10.in-addr.arpa', type: types.PTR });
  t.strictSame(respond(asked).answers, ['PTR box1.setup']);
});

t.test('errors are not authoritative, and echo a question that could be read', async (t) => {
  t.match(respond(query({ class: 3 })), { rcode: 'REFUSED', flags: 'rd ra', hasQuestion: true });
  t.match(respond(query({ type: 0 })), { rcode: 'FORMERR', hasQuestion: true });
  t.match(respond(query({ flags: 5 << 11 })), { rcode: 'NOTIMP', flags: 'ra', hasQuestion: false });
  t.match(respond(query().subarray(0, 20)), { rcode: 'FORMERR', hasQuestion: false });
});

t.test('EDNS gets one OPT of our own: our size, their DO bit, none of their options', async (t) => {
  const cookie = Buffer.concat([u16(10, 8), Buffer.alloc(8, 1), u16(65001, 0)]);
  for (const dnssecOk of [false, true]) {
    const asked = query({ additional: [opt({ options: cookie, flags: dnssecOk ? 0x8000 : 0 })] });
    t.strictSame(respond(asked).edns, { size: 1232, dnssecOk, options: 0 });
  }
  const future = query({ additional: [opt({ version: 1 })] });
  t.match(respond(future), { rcode: 'BADVERS', flags: 'rd ra', hasQuestion: true, answers: [] });
});

t.test('records that dns2 cannot decode make a query malformed', async (t) => {
  const badAddress = Buffer.concat([encodeName('a'), u16(1, 1, 0, 0, 3), Buffer.alloc(3)]);
  t.match(respond(query({ additional: [badAddress] })), { rcode: 'FORMERR' });
});

t.test('a new policy holds for the next query, also for one that was answered before', async (t) => {
  const responder = responderOf();
  const packet = query();
  t.strictSame(respond(packet, responder).answers, ['A 192.0.2.1']);
  responder.set({ ...all, answerAddress: '198.51.100.7' });
  t.strictSame(respond(packet, responder).answers, ['A 198.51.100.7']);
  responder.set(setupOnly);
  t.equal(respond(packet, responder).rcode, 'REFUSED');
  responder.set(undefined);
  t.equal(respond(query({ name: 'setup' }), responder).rcode, 'REFUSED');
});

const label = fc.uint8Array({ minLength: 1, maxLength: 63 }).map((octets) => Buffer.from(octets));
const name = fc.array(label, { maxLength: 4 }).filter((labels) => encodeName(labels).length <= 255);

t.test('any name of any octets, dots too, is echoed to the octet, the first time and from the cache', async (t) => {
  const responder = responderOf();
  const property = fc.property(name, fc.nat(0xffff), fc.nat(0xffff), fc.boolean(), (labels, type, id, edns) => {
    const parts = { name: labels, type, additional: edns ? [opt()] : [] };
    const fresh = respond(query({ ...parts, id }), responder).response.subarray(2);
    const kept = respond(query({ ...parts, id: id ^ 0xffff }), responder).response.subarray(2);
    return fresh.equals(kept);
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 2000 }));
});

t.test('any octets get a reply that a strict parser takes, or silence', async (t) => {
  const responders = [responderOf(), responderOf(setupOnly), new Responder()];
  const property = fc.property(fc.uint8Array({ maxLength: 1300 }), fc.nat(2), fc.boolean(), (octets, which, plain) => {
    const packet = Buffer.from(octets);
    // Else hardly any random packet is a query at all.
    if (plain && packet.length > 12) u16(0x0100, 1, 0, 0, 0).copy(packet, 2);
    const response = responders[which]?.respond(packet, 'udp');
    if (Buffer.isBuffer(response)) readStrictly(packet, response);
    else if (response !== 'silence') throw new Error('neither');
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 5000 }));
});
