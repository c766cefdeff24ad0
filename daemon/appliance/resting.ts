import { type Duration, type Instant, milliseconds, seconds } from '../../netplan/duration.ts';

const firstRest = seconds(1);
const longestRest = seconds(60);

/**
 * Steps that failed, or did not show: each rests by itself, longer each time, so that one that cannot be done keeps
 * none of the others from being done.
 */
export class Resting {
  readonly #steps = new Map<string, { readonly until: Instant; readonly rest: Duration }>();

  rests(step: string, at: Instant): boolean {
    const resting = this.#steps.get(step);
    return resting !== undefined && at < resting.until;
  }

  add(step: string, at: Instant): void {
    const rest = milliseconds(Math.min((this.#steps.get(step)?.rest ?? firstRest / 2) * 2, longestRest));
    this.#steps.set(step, { until: at + rest, rest });
  }

  /** Forgets all that is no longer to be done. */
  keepOnly(steps: ReadonlySet<string>): void {
    for (const step of this.#steps.keys()) if (!steps.has(step)) this.#steps.delete(step);
  }

  /** When the first one has rested enough. */
  next(at: Instant): Instant | undefined {
    const ahead = [...this.#steps.values()].map(({ until }) => until).filter((until) => until > at);
    return ahead.length === 0 ? undefined : Math.min(...ahead);
  }
}
