import type { LayerName, Problem } from './problems.ts';

/** One source of settings. `problems`: what was wrong with its text already. */
export type Layer = {
  readonly name: LayerName;
  readonly value: unknown;
  readonly problems?: readonly Problem[];
};
