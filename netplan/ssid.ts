/**
 * The name of a wifi network: 1 to 32 bytes of any value (IEEE 802.11 9.4.2.2). Kept as lower-case hexadecimal, so that
 * two names are equal exactly when their bytes are, and a name can be a key. Text exists only for people: see `ssidText`.
 */
export type Ssid = string & { readonly ssid: unique symbol };

export const maximumSsidBytes = 32;

/** @throws RangeError unless there are 1 to 32 bytes. */
export function ssidFromBytes(bytes: Uint8Array): Ssid {
  if (bytes.length === 0 || bytes.length > maximumSsidBytes) {
    throw new RangeError(`an SSID has 1 to ${maximumSsidBytes} bytes, not ${bytes.length}`);
  }
  return Buffer.from(bytes).toString('hex') as Ssid;
}

/** The SSID whose bytes are the UTF-8 form of `text`, which is taken as it is: blanks count (never trimmed). */
export const ssidFromText = (text: string): Ssid => ssidFromBytes(Buffer.from(text, 'utf8'));

export const ssidBytes = (ssid: Ssid): Buffer => Buffer.from(ssid, 'hex');

/** For people. Bytes that are not UTF-8 are shown as Latin-1, which old routers mean by them; never use it as a key. */
export function ssidText(ssid: Ssid): string {
  const bytes = ssidBytes(ssid);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Cuts `text` to at most `limit` bytes of UTF-8 without splitting a character (a grapheme, so that no flag is halved). */
export function cutToBytes(text: string, limit: number): string {
  let cut = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Buffer.byteLength(segment);
    if (used > limit) break;
    cut += segment;
  }
  return cut;
}
