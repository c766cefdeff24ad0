import t from 'tap';
import { fuzzDatagrams } from '../fuzz/dns-datagrams.ts';
import { fuzzStreams } from '../fuzz/dns-streams.ts';

// Another seed each day; a failure names it. The long run is `npm run fuzz`.
const seed = Math.floor(Date.now() / 86_400_000);

t.test('no datagram stops the server, holds it up, or gets a reply that a strict parser refuses', async (t) => {
  const run = fuzzDatagrams(15_000, seed);
  t.comment(JSON.stringify(run));
  t.equal(run.replies + run.silences + run.forwards, 15_000);
  for (const rcode of ['NOERROR', 'NXDOMAIN', 'FORMERR', 'NOTIMP', 'REFUSED', 'BADVERS']) {
    t.ok((run.rcodes[rcode] ?? 0) > 10, `${rcode} was reached`);
  }
});

t.test('no TCP stream stops the server, hangs, or loses a reply', async (t) => {
  const run = await fuzzStreams(250, seed);
  t.comment(JSON.stringify(run));
  t.equal(run.streams, 250);
  t.ok(run.replies > 250);
});
