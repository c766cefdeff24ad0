/** `a.b["c d"][0]` → a, b, c d, 0; empty for the layer as a whole. */
export const partsOf = (path: string): readonly string[] =>
  path === '(all)'
    ? []
    : [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)].map(([, quoted, index, plain]) =>
        quoted === undefined ? (index ?? plain ?? '') : String(JSON.parse(`"${quoted}"`)),
      );
