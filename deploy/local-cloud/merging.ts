import { layerFromText } from '../../daemon/layers.ts';
import type { Problem } from '../../daemon/problems.ts';
import { readSettings } from '../../daemon/settings.ts';
import { partsOf } from './paths.ts';

type Members = Readonly<Record<string, unknown>>;

/** A configuration as it was typed, and what is wrong with it by the agent's own reading. */
export type Reading = { readonly value: Members; readonly problems: readonly Problem[] };

/** Pure. What cannot be read at all is empty, and a problem. */
export function readConfiguration(text: string): Reading {
  const layer = layerFromText('cloud', text);
  const { problems } = readSettings([layer]);
  return { value: members(layer.value), problems };
}

/** Fields whose values are joined name by name, as the agent joins its layers. */
const joined: ReadonlySet<string> = new Set(['additional_networks', 'advanced_settings.viam_server_env']);
const deepestJoin = 2;

/**
 * The machine's own configuration over that of its fragment: field by field, networks and environment variables name by
 * name. `null` means "unset here". A field that is not valid costs that field only, and the fragment's holds. Pure.
 */
export function merged(fragment: Reading | undefined, own: Reading): Members {
  const upper = valid(own);
  return fragment === undefined ? upper : join(valid(fragment), upper, []);
}

function join(lower: Members, upper: Members, path: readonly string[]): Members {
  const result: Record<string, unknown> = { ...lower };
  for (const [name, value] of Object.entries(upper)) {
    if (value === null && lower[name] !== undefined) continue;
    const below = lower[name];
    const here = [...path, name];
    const deeper = here.length < deepestJoin ? path.length === 0 : joined.has(here.join('.'));
    result[name] = deeper && isMembers(value) && isMembers(below) ? join(below, value, here) : value;
  }
  return result;
}

/** Without what the agent would not take. */
function valid({ value, problems }: Reading): Members {
  const copy = structuredClone(value) as Record<string, unknown>;
  for (const { path, severity } of problems) if (severity === 'error') drop(copy, partsOf(path));
  return copy;
}

/** A bad entry of a network costs the whole entry, which is what the agent does too. */
function drop(root: Record<string, unknown>, path: readonly string[]): void {
  const length = path[0] === 'additional_networks' ? 2 : Math.min(path.length, path[1] === 'viam_server_env' ? 3 : 2);
  const parts = path.slice(0, length);
  const last = parts.pop();
  let at: unknown = root;
  for (const part of parts) at = isMembers(at) ? at[part] : undefined;
  if (last !== undefined && isMembers(at)) delete (at as Record<string, unknown>)[last];
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const members = (value: unknown): Members => (isMembers(value) ? value : {});
