import type { ProgramResult } from './program.ts';

/** What is wrong with a hotspot that is up. A closed list, for health and for tests. */
export type HotspotProblem = {
  readonly code: 'port-taken' | 'program-missing' | 'program-failed' | 'subnet-moved' | 'country-refused';
  /** For a person. */
  readonly text: string;
};

const most = 16;

/** The problems of the present hotspot, in the order they were found. */
export class Problems {
  #list: readonly HotspotProblem[] = [];

  get list(): readonly HotspotProblem[] {
    return this.#list;
  }

  add(problem: HotspotProblem | undefined): void {
    if (problem !== undefined && this.#list.length < most) this.#list = [...this.#list, problem];
  }

  clear(): void {
    this.#list = [];
  }
}

/** What each program is for, and the Debian package that has it. */
const programs = {
  nft: { use: 'the hotspot is not shielded', from: 'nftables' },
  ip: { use: 'the answer address is missing', from: 'iproute2' },
  iw: { use: 'the country could not be set', from: 'iw' },
} as const;

/** `undefined` when it did what it was asked. */
export function programProblem(
  program: keyof typeof programs,
  { status, complaint }: ProgramResult,
): HotspotProblem | undefined {
  const { use, from } = programs[program];
  if (status === 'done') return undefined;
  return status === 'missing'
    ? { code: 'program-missing', text: `${use}: ${program} is not installed (package ${from})` }
    : { code: 'program-failed', text: `${use}: ${program} ${status}: ${complaint}` };
}
