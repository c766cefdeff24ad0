// Our name server and dnsmasq, alternately in one run, on one core each; who asks and attacks has the other core.
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { createNameServer } from '../../dns/server.ts';
import { dnsmasqVersion } from '../support/dnsmasq.ts';
import { type Kind, kinds } from './dns/attack.ts';
import { type Contestant, cores, startDnsmasq, startOurs } from './dns/contestant.ts';
import { Dnsperf } from './dns/dnsperf.ts';
import { alternate, type BenchOptions, figureOf, type Report, type Rounds } from './figure.ts';

const part = 'dns';
/** Seconds of each measurement. */
const lasts = { rate: 3, latency: 3, attack: 5 } as const;
/** Queries a second that phones ask while a latency is measured, and while somebody attacks. */
const paces = { latency: 2000, attack: 200 } as const;
/** Milliseconds within which a normal query must be answered. */
const acceptable = 100;

/** `dns/rate`, `dns/cpu-per-query`, `dns/latency-p50`, and `dns/under-attack`, the worst of the attacks. */
export async function run(report: Report, options: BenchOptions): Promise<void> {
  const dnsperf = await Dnsperf.make();
  if (dnsperf === undefined) throw new Error('dnsperf and taskset are needed (Debian: dnsperf, util-linux)');
  const version = await dnsmasqVersion();
  const peerName = version === undefined ? 'dnsmasq is not installed' : `dnsmasq ${version}`;
  const ours = await startOurs(await freePort());
  const peer = version === undefined ? undefined : await startDnsmasq(await freePort());
  try {
    await compare(report, options, dnsperf, { ours, peer, peerName });
  } finally {
    await Promise.all([ours.stop(), peer?.stop(), dnsperf.end()]);
  }
}

type Contest = { ours: Contestant; peer: Contestant | undefined; peerName: string };

async function compare(report: Report, options: BenchOptions, dnsperf: Dnsperf, contest: Contest): Promise<void> {
  const { ours, peer, peerName } = contest;
  const both = <T>(measure: (contestant: Contestant) => Promise<T>): Promise<Rounds<T>> =>
    alternate(() => measure(ours), peer && (() => measure(peer)), options);
  const tell = (figure: string, unit: string, rounds: Rounds<number>): void =>
    report(figureOf({ part, figure, unit, peerName }, rounds));

  const full = await both(async (contestant) => {
    const before = await contestant.cpu();
    const load = { port: contestant.port, seconds: lasts.rate };
    const { perSecond, completed } = await dnsperf.measure(load, options.signal);
    return { perSecond, cpu: (((await contestant.cpu()) - before) * 1000) / completed };
  });
  tell(
    'rate',
    'queries/s',
    mapped(full, (round) => round.perSecond),
  );
  tell(
    'cpu-per-query',
    'us CPU/query',
    mapped(full, (round) => round.cpu),
  );

  const calm = await both(async ({ port }) => {
    const load = { port, seconds: lasts.latency, rate: paces.latency };
    const { latencies } = await dnsperf.measure(load, options.signal);
    return latencies[latencies.length >> 1] ?? Number.NaN;
  });
  tell('latency-p50', 'ms', calm);

  const attacked = await both(async (contestant) => {
    let worst = 100;
    for (const kind of Object.keys(kinds) as Kind[]) {
      worst = Math.min(worst, await shareUnder(kind, contestant, dnsperf, options.signal));
    }
    return worst;
  });
  tell('under-attack', `% answered in ${acceptable} ms`, attacked);
}

/** The share of normal queries, in percent, that are answered in time while somebody attacks. */
export async function shareUnder(
  kind: Kind,
  { port }: Contestant,
  dnsperf: Dnsperf,
  signal: AbortSignal,
  seconds: number = lasts.attack,
): Promise<number> {
  const script = fileURLToPath(new URL('dns/attack.ts', import.meta.url));
  const attacker = execa('taskset', ['-c', cores.client, process.execPath, script, kind, String(port)], {
    reject: false,
  });
  try {
    // The attack is under way before anybody is measured.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const { sent, latencies } = await dnsperf.measure({ port, seconds, rate: paces.attack }, signal);
    return (latencies.filter((latency) => latency <= acceptable).length * 100) / sent;
  } finally {
    attacker.kill();
    await attacker;
  }
}

const mapped = <T>({ ours, peer }: Rounds<T>, value: (round: T) => number): Rounds<number> => ({
  ours: ours.map(value),
  peer: peer.map(value),
});

export async function freePort(): Promise<number> {
  const probe = createNameServer();
  const { port } = await probe.listen('127.0.0.1', 0);
  await probe.close();
  return port;
}
