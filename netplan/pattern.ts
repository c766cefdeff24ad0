/** Whether `pattern` may be used on what people type: it compiles. */
export function isSafePattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'v');
    return true;
  } catch {
    return false;
  }
}
