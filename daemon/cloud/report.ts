import type { ShownCondition } from '../health.ts';
import type { HostFacts } from './host-facts.ts';
import type { Program, Wish } from './wishes.ts';

/** What the machine says of itself with each call. */
export type Report = {
  readonly host: HostFacts;
  readonly versions: {
    readonly agent: string;
    /** Of the running machine-server; `undefined`: unknown or none. */
    readonly server: string | undefined;
  };
  /** Milliseconds. */
  readonly uptime: number;
  /** Milliseconds since machine-server serves; `undefined`: it does not. */
  readonly serverUptime: number | undefined;
  readonly fragmentId: string | undefined;
  readonly answers: Readonly<Record<string, string>>;
  readonly conditions: readonly Pick<ShownCondition, 'code' | 'severity' | 'text' | 'about'>[];
  readonly wishes: readonly ReportedWish[];
};

export type ReportedWish = {
  readonly program: Program;
  readonly filename: string;
  readonly version: string;
  readonly state: 'noted' | 'refused';
  readonly problem: string;
};

/** The wishes as they are reported: those that are kept, and those that were none. */
export function reportedWishes(
  wishes: Readonly<Partial<Record<Program, Wish>>>,
  refused: Readonly<Partial<Record<Program, { readonly version: string; readonly problem: string }>>>,
): readonly ReportedWish[] {
  const kept = Object.entries(wishes).map(([program, wish]) => ({
    ...{ program: program as Program, filename: wish.filename, version: wish.version },
    ...{ state: 'noted' as const, problem: '' },
  }));
  const none = Object.entries(refused).map(([program, { version, problem }]) => ({
    ...{ program: program as Program, filename: '', version, state: 'refused' as const, problem },
  }));
  return [...kept, ...none];
}
