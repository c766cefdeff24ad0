import { type LayerName, type Problem, readSettings, type SettledSettings } from '../../daemon/settings.ts';

/** An object that holds `value` at `path`: `at(['a', 'b'], 1)` is `{ a: { b: 1 } }`. */
export function at(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

export const split = (path: string): string[] => path.split('.');

/** Reads one layer, the cloud's, that holds `value` at `path`. */
export const readOne = (path: string, value: unknown): SettledSettings =>
  readSettings([{ name: 'cloud', value: at(split(path), value) }]);

export function valueAt(whole: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => (here as Record<string, unknown> | undefined)?.[key], whole);
}

export const codes = (problems: readonly Problem[]): string[] => problems.map(({ path, code }) => `${path}: ${code}`);

export const layer = (name: LayerName, value: unknown) => ({ name, value });
