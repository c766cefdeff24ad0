import { begin, deadline, type Found, next } from '../../daemon/server/lifecycle.ts';
import type { Ending, Facts, Occurrence, Permission, State } from '../../daemon/server/state.ts';
import { hours, type Instant, minutes } from '../../netplan/duration.ts';

export const usualFacts: Facts = {
  obstacle: undefined,
  environment: 'A=1',
  credentials: 'mine',
  startTimeout: minutes(10),
};

/** Plays stories on the pure lifecycle: time passes by its own deadlines, the outside is told by hand. */
export class ServerLife {
  state: State;
  at: Instant = hours(1);
  facts: Facts;

  constructor(more: { facts?: Partial<Facts>; found?: Found } = {}) {
    this.facts = { ...usualFacts, ...more.facts };
    this.state = begin(this.at, more.found ?? { kind: 'nothing' });
    this.take({ kind: 'time' });
  }

  get run(): number {
    return this.state.phase === 'stopped' ? this.state.lastRun : this.state.run.id;
  }

  get asking(): boolean {
    return this.state.phase === 'running' && this.state.restart?.asking === true;
  }

  get stopReason(): string | undefined {
    return this.state.phase === 'stopping' ? this.state.reason : undefined;
  }

  take(event: Occurrence): this {
    this.state = next(this.state, { ...event, at: this.at }, this.facts);
    return this;
  }

  set(facts: Partial<Facts>): this {
    this.facts = { ...this.facts, ...facts };
    return this.take({ kind: 'time' });
  }

  serve(): this {
    return this.take({ kind: 'serving', run: this.run });
  }

  end(ending: Ending = { kind: 'exited', code: 1 }, more: { left?: number; luck?: number } = {}): this {
    return this.take({ kind: 'ended', run: this.run, ending, left: more.left ?? 0, luck: more.luck ?? 0.5 });
  }

  answer(answer: Permission): this {
    return this.take({ kind: 'permission', run: this.run, answer });
  }

  /** Lets time pass; the machine is woken exactly when it asked for it. */
  pass(duration: number): this {
    const end = this.at + duration;
    for (let due = deadline(this.state, this.facts); due !== undefined && due <= end; ) {
      this.at = Math.max(due, this.at);
      this.take({ kind: 'time' });
      due = deadline(this.state, this.facts);
      if (due !== undefined && due <= this.at) throw new Error(`${this.state.phase} asks to be woken in its past`);
    }
    this.at = end;
    return this;
  }
}
