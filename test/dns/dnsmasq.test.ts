import { readFile } from 'node:fs/promises';
import { type Answer, decode } from 'dns-packet';
import t from 'tap';
import { createNameServer } from '../../dns/server.ts';
import { all, askUdp } from '../support/dns.ts';
import { dnsmasq, dnsmasqVersion, redirectAll } from '../support/dnsmasq.ts';
import { readStrictly } from '../support/strict-reply.ts';
import { rows } from './dnsmasq-rows.ts';

const version = await dnsmasqVersion();

/** A reply in one line: its code, its answers, whether it can be kept, and the size of its OPT. */
function summary(reply: Buffer | undefined): string {
  if (reply === undefined) return 'silence';
  const { answers = [], authorities = [], additionals = [] } = decode(reply);
  const opt = additionals.find((record) => record.type === 'OPT');
  const code = ((opt?.extendedRcode ?? 0) << 4) | (reply.readUInt16BE(2) & 15);
  const name =
    ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'][code] ?? (code === 16 ? 'BADVERS' : code);
  const data = (record: Answer): string => ('data' in record ? `${record.type} ${String(record.data)}` : record.type);
  const soa = authorities.some((record) => record.type === 'SOA') ? ', SOA' : '';
  return `${[name, ...answers.map(data)].join(' ')}${soa}${opt ? `, OPT ${opt.udpPayloadSize}` : ''}`;
}

t.test('what we say to each question, and that a strict parser takes it', async (t) => {
  const server = createNameServer();
  t.teardown(() => server.close());
  server.set(all);
  const { port } = await server.listen('127.0.0.1', 0);
  for (const [question, packet, ours] of rows) {
    const reply = await askUdp(port, packet, ours === 'silence' ? 100 : 2000);
    if (reply !== undefined) readStrictly(packet, reply);
    t.equal(summary(reply), ours, question);
  }
});

// Recorded with Debian 12's; another version may say something else.
const otherVersion = version === '2.90' ? false : `dnsmasq 2.90 is not here, but ${version ?? 'none'}`;

t.test('what dnsmasq says to the same', { skip: otherVersion }, async (t) => {
  const probe = createNameServer();
  const { port } = await probe.listen('127.0.0.1', 0);
  await probe.close();
  await dnsmasq(t, port, redirectAll);
  const replies = await Promise.all(
    rows.map(([, packet, , theirs]) => askUdp(port, packet, theirs === 'silence' ? 300 : 2000)),
  );
  for (const [index, [question, , , theirs]] of rows.entries()) t.equal(summary(replies[index]), theirs, question);
});

t.test('every difference has its reason, and the documentation has every row', async (t) => {
  const document = await readFile(new URL('../../docs/dns.md', import.meta.url), 'utf8');
  for (const [question, , ours, theirs, why] of rows) {
    t.equal(ours === theirs, why === '', question);
    t.ok(document.includes(`| ${question} | ${ours} | ${theirs} | ${why || 'same'} |`), `docs/dns.md: ${question}`);
  }
});
