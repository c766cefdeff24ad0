// Five minutes under each attack: the share of normal queries answered within 100 ms, and whether memory stays flat.
// node test/bench/dns/endure.ts [SECONDS] [NODE_OPTION…]: with the options that the product ships with, for example.
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, shareUnder } from '../dns.ts';
import { type Kind, kinds } from './attack.ts';
import { startOurs } from './contestant.ts';
import { Dnsperf } from './dnsperf.ts';

const [seconds = '300', ...nodeOptions] = process.argv.slice(2);
const { signal } = new AbortController();
const dnsperf = await Dnsperf.make();
if (dnsperf === undefined) throw new Error('dnsperf and taskset are needed (Debian: dnsperf, util-linux)');

for (const kind of Object.keys(kinds) as Kind[]) {
  const server = await startOurs(await freePort(), nodeOptions);
  // A server that has served, not one that has just started.
  await dnsperf.measure({ port: server.port, seconds: 3 }, signal);
  const before = await server.memory();
  const cpuBefore = await server.cpu();
  const seen: number[] = [];
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      await pause(1000);
      seen.push(await server.memory());
    }
  };
  const watching = watch();
  const share = await shareUnder(kind, server, dnsperf, signal, Number(seconds));
  isOver = true;
  await watching;
  const cpu = (await server.cpu()) - cpuBefore;
  const memory = { before, least: Math.min(...seen), most: Math.max(...seen), after: await server.memory() };
  const rounded = Object.fromEntries(Object.entries(memory).map(([name, value]) => [name, Number(value.toFixed(1))]));
  process.stdout.write(
    `${JSON.stringify({ attack: kinds[kind], seconds: Number(seconds), answeredInTime: share, cpuSeconds: cpu / 1000, memoryMB: rounded })}\n`,
  );
  await server.stop();
}
await dnsperf.end();
