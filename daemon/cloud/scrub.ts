import type { LogRecord } from '../log-record.ts';

/** Shorter ones are words: taking `true` or `8080` out of every line would say more than it hides. */
const shortest = 6;
const most = 2000;
const redacted = '[redacted]';

/**
 * Takes secrets that this machine knows out of a record. Our own code cannot log one, but machine-server and its modules
 * log what they like, and what goes to the cloud is read by more people than the journal.
 */
export function scrubber(secrets: Iterable<string>): (record: LogRecord) => LogRecord {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortest || forms.size > most) continue;
    // As it stands in a text, and as it stands in JSON inside of a text.
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
  }
  if (forms.size === 0) return (record) => record;
  // The longest first: one may be the beginning of another.
  const sorted = [...forms].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(sorted.map(escaped).join('|'), 'g');
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, redacted);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, clean(member)]));
  };
  return (record) => ({
    ...record,
    text: record.text.replace(pattern, redacted),
    evidence: clean(record.evidence) as LogRecord['evidence'],
  });
}

/** Every character that means something in an expression. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
