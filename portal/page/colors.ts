type Rgb = readonly [number, number, number];

/** The product's own colour, where the maker has set none. */
const own: Rgb = [0x0b, 0x6e, 0x74];

/** Backgrounds of style.css, light and dark: what the accent must stand out from. */
const light: Rgb = [0xf5, 0xf7, 0xf7];
const dark: Rgb = [0x1b, 0x21, 0x24];

/** `#rgb` or `#rrggbb`; `undefined` for anything else. */
export function parseColor(text: string): Rgb | undefined {
  const digits = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text.trim());
  const hex = digits?.[2] ?? digits?.[1]?.replace(/./g, '$&$&');
  if (hex === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue];
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG 2.2), 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Moves `color` toward `end` in small steps until it has the contrast that text needs (4.5) on `background`. */
function readable(color: Rgb, background: Rgb, end: Rgb): Rgb {
  for (let step = 0; step < 50; step += 1) {
    const part = step / 50;
    const mixed = color.map((value, index) => Math.round(value + ((end[index] ?? 0) - value) * part)) as unknown as Rgb;
    if (contrast(mixed, background) >= 4.6) return mixed;
  }
  return end;
}

/**
 * The accent of both colour schemes as custom properties: `--a` for text and buttons, `--on` for text on it. Whatever
 * colour the maker likes, text stays readable: it is darkened for light pages and lightened for dark ones.
 *
 * @param color `portal_color`; null or not a colour: the product's own.
 */
export function brand(color: string | null): string {
  const wished = (color === null ? undefined : parseColor(color)) ?? own;
  const rule = (accent: Rgb, on: string) =>
    `:root{--a:rgb(${accent.join(' ')});--s:rgb(${accent.join(' ')}/.1);--on:${on}}`;
  const day = rule(readable(wished, light, [0, 0, 0]), '#fff');
  return `${day}@media(prefers-color-scheme:dark){${rule(readable(wished, dark, [255, 255, 255]), '#0c1113')}}`;
}
