/** Where the server says that it serves: one or two URLs, the second for clients on the same network. */
export type Announcement = { readonly urls: readonly URL[] };

const needle = Buffer.from('serving');
const url = /"(?:alt_)?url"\s*:\s*"(https?:\/\/[^"\s]{1,300})"/g;

/**
 * `serving {"url": "https://…:8080", "alt_url": "https://…:8080"}`, behind whatever time, level and name a line begins with.
 * @param line bytes: each line of a flood is looked at, most are told apart without being decoded
 */
export function announcementIn(line: Buffer): Announcement | undefined {
  const at = line.indexOf(needle);
  if (at === -1) return undefined;
  const text = line.toString('utf8');
  // The word, then the object; or, in a line that is JSON as a whole, the word as its message.
  if (!/\bserving\b\W*\{/.test(text) && !/"(?:msg|message|M)"\s*:\s*"serving"/.test(text)) return undefined;
  const urls = [...text.matchAll(url)].map(([, found]) => found as string).filter((found) => URL.canParse(found));
  return urls.length === 0 ? undefined : { urls: urls.slice(0, 2).map((found) => new URL(found)) };
}
