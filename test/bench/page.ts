// The portal's page and probes beside nginx, and how soon a cheap phone shows the page beside others' pages.
import { rm } from 'node:fs/promises';
import { alternate, type BenchOptions, figureOf, type Report, type Rounds } from './figure.ts';
import { type Contestant, load, nginxVersion, startNginx, startOurs } from './page/contestant.ts';
import { crowd, submitSlowly } from './page/crowd.ts';
import { type Files, makeFiles } from './page/files.ts';
import { type Opening, openBrowser, openPage } from './page/paint.ts';

const part = 'page';
/** Seconds of each measurement. */
const lasts = { rate: 3, crowd: 60 } as const;

/** `page/rate`, `page/probe-rate` and their CPU, `page/bytes`, `page/first-paint`, `page/probes-while-joining`. */
export async function run(report: Report, options: BenchOptions): Promise<void> {
  const ours = await startOurs();
  const page = await fetch(`http://127.0.0.1:${ours.port}/`, { headers: { 'accept-encoding': 'identity' } });
  const files = await makeFiles(await page.text());
  try {
    await rates(report, options, ours, files);
    await paints(report, options, ours, files);
    await whileJoining(report, options);
  } finally {
    await ours.stop();
    await rm(files.folder, { recursive: true });
  }
}

async function rates(report: Report, options: BenchOptions, ours: Contestant, { same }: Files): Promise<void> {
  const version = await nginxVersion();
  const peer = version === undefined ? undefined : await startNginx(same);
  const peerName = version === undefined ? 'nginx is not installed' : `nginx ${version}`;
  const both = (headers: readonly string[]) => {
    const measure = (contestant: Contestant) => () => load(contestant, lasts.rate, headers, options.signal);
    return alternate(measure(ours), peer && measure(peer), options);
  };
  try {
    for (const [figure, headers] of [
      ['rate', ['Accept-Encoding: gzip']],
      ['probe-rate', ['Host: connectivitycheck.gstatic.com']],
    ] as const) {
      const rounds = await both(headers);
      const per = (value: (round: { perSecond: number; cpu: number }) => number) => mapped(rounds, value);
      report(
        figureOf(
          { part, figure, unit: 'requests/s', peerName },
          per(({ perSecond }) => perSecond),
        ),
      );
      report(
        figureOf(
          { part, figure: `${figure}-cpu`, unit: 'us CPU/request', peerName },
          per(({ cpu }) => cpu),
        ),
      );
    }
  } finally {
    await peer?.stop();
  }
}

async function paints(report: Report, options: BenchOptions, ours: Contestant, files: Files): Promise<void> {
  const browser = await openBrowser();
  if (browser === undefined) throw new Error('Chromium is needed for the first paint (Debian: chromium)');
  const plain = await startNginx(files.plain);
  const comitup = files.comitup === undefined ? undefined : await startNginx(files.comitup);
  const open = ({ port }: Contestant): Promise<Opening> => openPage(browser, `http://127.0.0.1:${port}/`);
  const tell = (figure: string, unit: string, peerName: string, rounds: Rounds<number>): void =>
    report(figureOf({ part, figure, unit, peerName }, rounds));
  try {
    const others = async () => ({ plain: await open(plain), comitup: comitup && (await open(comitup)) });
    const rounds = await alternate<Opening | Awaited<ReturnType<typeof others>>>(() => open(ours), others, options);
    const own = rounds.ours as readonly Opening[];
    const peers = rounds.peer as readonly Awaited<ReturnType<typeof others>>[];
    const against = (peer: readonly Opening[], value: (opening: Opening) => number): Rounds<number> => ({
      ours: own.map(value),
      peer: peer.map(value),
    });
    const theirs = peers.flatMap((round) => round.comitup ?? []);
    const comitupName = comitup === undefined ? 'comitup cannot be had here' : 'comitup';
    const byPaint = ({ paint }: Opening) => paint;
    tell(
      'bytes',
      'B on the wire',
      comitupName,
      against(theirs, ({ bytes }) => bytes),
    );
    tell(
      'first-paint',
      'ms',
      'plain HTML',
      against(
        peers.map((round) => round.plain),
        byPaint,
      ),
    );
    tell('first-paint-peer', 'ms', comitupName, against(theirs, byPaint));
  } finally {
    await Promise.all([browser.close(), plain.stop(), comitup?.stop()]);
  }
}

/** 50 probes a second for a minute while a submission is being handled. */
async function whileJoining(report: Report, { signal }: BenchOptions): Promise<void> {
  const ours = await startOurs(['slow']);
  const end = new AbortController();
  try {
    await submitSlowly(ours.port, end.signal);
    const latencies = (await crowd(ours.port, lasts.crowd, signal)).sort((a, b) => a - b);
    const at = (share: number) =>
      latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
    const answered = latencies.filter((latency) => latency !== Number.POSITIVE_INFINITY).length;
    const name = { part, peerName: null };
    report(figureOf({ ...name, figure: 'probes-while-joining', unit: 'ms, 99 %' }, { ours: [at(0.99)], peer: [] }));
    report(
      figureOf(
        { ...name, figure: 'probes-answered', unit: '%' },
        { ours: [(answered * 100) / latencies.length], peer: [] },
      ),
    );
  } finally {
    end.abort();
    await ours.stop();
  }
}

const mapped = <T>({ ours, peer }: Rounds<T>, value: (round: T) => number): Rounds<number> => ({
  ours: ours.map(value),
  peer: peer.map(value),
});
