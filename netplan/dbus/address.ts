import * as z from 'zod';
import type { ProgramResult, RunProgram } from './program.ts';

/** Marks an address as ours, also for the next agent after a kill, and for whoever lists them. */
const label = 'lo:agent';

const listing = z.array(
  z.object({ addr_info: z.array(z.object({ local: z.string(), label: z.string().optional() })) }),
);

/**
 * The answer address, on the loopback: an interface that NetworkManager manages would lose it. Packets for it reach us
 * because the phones' default route is the hotspot. An address that somebody else put there is left as it is. Former ones
 * of ours have gone with their hotspot.
 */
export async function addAnswerAddress(run: RunProgram, address: string): Promise<ProgramResult> {
  const add = await run('ip', ['address', 'add', `${address}/32`, 'dev', 'lo', 'label', label]);
  return /File exists|already assigned/.test(add.complaint) ? { ...add, status: 'done' } : add;
}

/** Every address of ours. @returns what the first program said that did not do its part, else what the last one did */
export async function removeAnswerAddresses(run: RunProgram): Promise<ProgramResult> {
  let result = await run('ip', ['-json', '-4', 'address', 'show', 'dev', 'lo']);
  for (const address of ownAddresses(result.output)) {
    const removed = await run('ip', ['address', 'del', `${address}/32`, 'dev', 'lo']);
    if (result.status === 'done') result = removed;
  }
  return result;
}

/** From `ip -json address`. */
export function ownAddresses(output: string): readonly string[] {
  const checked = listing.safeParse(parseJson(output));
  if (!checked.success) return [];
  return checked.data.flatMap(({ addr_info }) => addr_info.filter((each) => each.label === label).map((a) => a.local));
}

/** `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
