/** Text out of bytes: UTF-8, or UTF-16 where a byte order mark says so (Windows' editors). `undefined`: neither. */
export function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const label =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
