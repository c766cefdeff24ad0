import type { Instant } from '../duration.ts';
import type { ProgramResult } from './program.ts';

/** What can be wrong with a hotspot, by name: a closed list, for health and for tests. */
export type HotspotProblemCode =
  // of one that is up
  | 'port-taken' // 53 or 80
  | 'nft-missing'
  | 'ip-missing'
  | 'iw-missing'
  | 'program-failed'
  | 'subnet-moved'
  | 'country-refused'
  | 'fragment-unwritable' // dnsmasq answers names, and not the agent
  // why none came up
  | 'dnsmasq-missing'
  | 'dhcp-port-taken'
  | 'activation-failed';

export type HotspotProblem = {
  readonly code: HotspotProblemCode;
  /** For a person. */
  readonly text: string;
  /** Of a reason why none came up: when the try ended. Without a wish for a hotspot since then it says nothing any more. */
  readonly failedAt?: Instant;
};

const most = 16;

/** The problems of the present hotspot, in the order they were found, and why there is none. */
export class Problems {
  #present: readonly HotspotProblem[] = [];
  #failure: HotspotProblem | undefined;

  get list(): readonly HotspotProblem[] {
    return this.#failure === undefined ? this.#present : [...this.#present, this.#failure];
  }

  add(problem: HotspotProblem | undefined): void {
    if (problem !== undefined && this.#present.length < most) this.#present = [...this.#present, problem];
  }

  /** Why the last try ended without a hotspot: until one is up. */
  setFailure(problem: HotspotProblem, at: Instant): void {
    this.#failure = { ...problem, failedAt: at };
  }

  noFailure(): void {
    this.#failure = undefined;
  }

  /** The hotspot is gone, and with it what was wrong with it. */
  clear(): void {
    this.#present = [];
  }
}

/** What each program is for, and the Debian package that has it. */
const programs = {
  nft: { code: 'nft-missing', use: 'the hotspot is not shielded', from: 'nftables' },
  ip: { code: 'ip-missing', use: 'the answer address is missing', from: 'iproute2' },
  iw: { code: 'iw-missing', use: 'the country could not be set', from: 'iw' },
} as const satisfies Record<string, { code: HotspotProblemCode; use: string; from: string }>;

/** `undefined` when it did what it was asked. */
export function programProblem(
  program: keyof typeof programs,
  { status, complaint }: ProgramResult,
): HotspotProblem | undefined {
  const { code, use, from } = programs[program];
  if (status === 'done') return undefined;
  return status === 'missing'
    ? { code, text: `${use}: ${program} is not installed (package ${from})` }
    : { code: 'program-failed', text: `${use}: ${program} ${status}: ${complaint}` };
}
