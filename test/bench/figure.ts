/** One measured fact. Its name is `part/figure`; `ours` and `peer` are medians of rounds taken alternately in one run. */
export type Figure = {
  readonly part: string;
  readonly figure: string;
  readonly ours: number;
  /** `null`: there is nothing to compare with, or it is not installed here (said in `peerName`). */
  readonly peer: number | null;
  /** Name and version of what was measured beside us, for example `dnsmasq 2.90`. */
  readonly peerName: string | null;
  /** `ours` divided by `peer`: whether more is better depends on the figure. */
  readonly ratio: number | null;
  /** For example `ms`, `MB`, `queries/s`, `us CPU/query`. */
  readonly unit: string;
};

/** Takes a figure as soon as it is known. */
export type Report = (figure: Figure) => void;

export type BenchOptions = {
  /** How many rounds a comparison takes; a part may cap it where one round is long. */
  readonly rounds: number;
  /** Aborted by Ctrl-C: a part stops what it started, and ends. */
  readonly signal: AbortSignal;
};

/** What each `test/bench/<part>.ts` exports. */
export type BenchPart = { run(report: Report, options: BenchOptions): Promise<void> };

export type Rounds<T> = { readonly ours: readonly T[]; readonly peer: readonly T[] };

/**
 * Measures both in each round, and lets each go first every other time, so that neither a machine that slows down nor a
 * cache the first one warms favours one of them. One unmeasured round goes before. Ends early when `signal` aborts.
 */
export async function alternate<T>(
  ours: () => Promise<T>,
  peer: (() => Promise<T>) | undefined,
  { rounds, signal }: BenchOptions,
): Promise<Rounds<T>> {
  const taken = { ours: [] as T[], peer: [] as T[] };
  for (let round = -1; round < rounds && !signal.aborted; round++) {
    const contenders = [
      { measure: ours, values: taken.ours },
      { measure: peer, values: taken.peer },
    ];
    if (round % 2 !== 0) contenders.reverse();
    for (const { measure, values } of contenders) {
      const value = await measure?.();
      if (value !== undefined && round >= 0) values.push(value);
    }
  }
  return taken;
}

/** The middle value; of an even count, the mean of the two in the middle. @throws RangeError without any value */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no value to take a median of');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** The figure that `rounds` of plain numbers give. Rounds of several numbers: map them first, one figure each. */
export function figureOf(
  name: { readonly part: string; readonly figure: string; readonly unit: string; readonly peerName: string | null },
  rounds: Rounds<number>,
): Figure {
  const ours = median(rounds.ours);
  const peer = rounds.peer.length === 0 ? null : median(rounds.peer);
  return {
    part: name.part,
    figure: name.figure,
    ours,
    peer,
    peerName: name.peerName,
    ratio: peer === null || peer === 0 ? null : ours / peer,
    unit: name.unit,
  };
}

/** One line for `--json`: exactly these members in this order, numbers with four significant digits. */
export const figureLine = (figure: Figure): string =>
  JSON.stringify(figure, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value));

/** One line for a person. */
export function figureText({ part, figure, ours, peer, peerName, ratio, unit }: Figure): string {
  const own = `${`${part}/${figure}`.padEnd(24)} ${short(ours)} ${unit}`;
  if (peer === null) return peerName === null ? own : `${own}   (${peerName})`;
  return `${own}   ${peerName ?? 'peer'}: ${short(peer)} ${unit}${ratio === null ? '' : `   ratio ${short(ratio)}`}`;
}

const short = (value: number): string => String(Number(value.toPrecision(3)));
