/** A length of time in milliseconds. Made only by the functions below, so that no bare number is taken for one. */
export type Duration = number & { readonly duration: unique symbol };

/** A moment on the monotonic clock, in milliseconds since an arbitrary start. Never the time of day. */
export type Instant = number;

export const milliseconds = (count: number): Duration => count as Duration;
export const seconds = (count: number): Duration => (count * 1000) as Duration;
export const minutes = (count: number): Duration => (count * 60_000) as Duration;
export const hours = (count: number): Duration => (count * 3_600_000) as Duration;
export const days = (count: number): Duration => (count * 86_400_000) as Duration;

/** For people and logs: `45s`, `2m`, `1h20m`, `30d`. Below one second: `250ms`. */
export function formatDuration(duration: number): string {
  if (duration > 0 && duration < 1000) return `${Math.round(duration)}ms`;
  const parts: string[] = [];
  let rest = Math.round(duration / 1000);
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
    ['s', 1],
  ] as const) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.length === 0 ? '0s' : parts.slice(0, 2).join('');
}
