import { type Instant, minutes } from '../../netplan/duration.ts';

const wrongCodes = 5;
const period = minutes(10);

/** Somebody in radio range may try ownership codes: five wrong ones, and nobody may for ten minutes. */
export class CodeGuard {
  #wrong: readonly Instant[] = [];

  isClosed(at: Instant): boolean {
    this.#wrong = this.#wrong.filter((moment) => at - moment < period);
    return this.#wrong.length >= wrongCodes;
  }

  wrong(at: Instant): void {
    this.#wrong = [...this.#wrong, at];
  }
}
