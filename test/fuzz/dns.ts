// npm run fuzz [-- --datagrams N] [--streams N] [--seed N]: the long run; test/dns/fuzz.test.ts is the short one.
import { parseArgs } from 'node:util';
import { fuzzDatagrams } from './dns-datagrams.ts';
import { fuzzStreams } from './dns-streams.ts';

const { values } = parseArgs({
  options: {
    datagrams: { type: 'string', default: '10000000' },
    streams: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 0x7fffffff) },
  },
});
const [datagrams, streams, seed] = [values.datagrams, values.streams, values.seed].map(Number) as [
  number,
  number,
  number,
];
const say = (text: string) => process.stdout.write(`${text}\n`);
const megabytes = () => `${Math.round(process.memoryUsage().rss / 1e6)} MB`;

say(`seed ${seed}`);
const found = fuzzDatagrams(datagrams, seed, (done) => {
  if (done % 1_000_000 === 0) say(`${done} datagrams, ${megabytes()}`);
});
say(JSON.stringify({ datagrams, ...found }));
const run = await fuzzStreams(streams, seed, (done) => say(`${done} streams, ${megabytes()}`));
say(JSON.stringify(run));
