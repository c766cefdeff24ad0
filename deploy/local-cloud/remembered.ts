/**
 * The same answer for the same text, without working it out again, for the texts that were asked for last; together at most
 * `characters` long. Reading a configuration is most of what a call for it costs, and it seldom changes.
 */
export function remembered<T>(read: (text: string) => T, characters: number): (text: string) => T {
  const known = new Map<string, T>();
  let held = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      // Behind all others again: those at the front go first.
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const made = read(text);
    if (text.length > characters) return made;
    known.set(text, made);
    held += text.length;
    for (const [oldest] of known) {
      if (held <= characters) break;
      known.delete(oldest);
      held -= oldest.length;
    }
    return made;
  };
}
