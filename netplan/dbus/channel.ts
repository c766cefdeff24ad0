/** The three channels of 2.4 GHz that do not overlap, by their centre in MHz. */
const candidates = [
  { channel: 1, centre: 2412 },
  { channel: 6, centre: 2437 },
  { channel: 11, centre: 2462 },
] as const;

/** Signals this far away (MHz) or nearer disturb a channel of 20 MHz. */
const reach = 20;

/** 1, 6 or 11: where the least is heard. `heard`: each access point with its signal (0 to 100). */
export function quietestChannel(heard: readonly { readonly frequency: number; readonly signal: number }[]): 1 | 6 | 11 {
  const load = (centre: number) =>
    heard
      .filter(({ frequency }) => Math.abs(frequency - centre) <= reach)
      // An extra one for each: many weak ones share the air as well.
      .reduce((sum, { signal }) => sum + signal + 10, 0);
  let best: (typeof candidates)[number] = candidates[0];
  for (const each of candidates) if (load(each.centre) < load(best.centre)) best = each;
  return best.channel;
}
