// After `npm test`: every pure file, which decides and touches nothing, is covered to at least 95 % of its lines.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const least = 95;
/** Where decisions are made. A new pure file belongs in here. */
const pure: readonly RegExp[] = [
  /^daemon\/provisioning\//,
  /^daemon\/reading\//,
  /^daemon\/(desired|rules|settings|layers|jsonc|problems|backoff|cli|cli-options|nearest)\.ts$/,
  /^daemon\/(applied|check-report|conditions|errors|file-error|health|latest|log-record|install\/service-file)\.ts$/,
  /^daemon\/appliance\/(conditions|decisions|resting)\.ts$/,
  /^daemon\/session\/(rows|submission|status|staging|code-guard)\.ts$/,
  /^daemon\/server\/(lifecycle|window)\.ts$/,
  /^dns\/(answer|packet-guard)\.ts$/,
  /^netplan\/(?!simulated|dbus)[\w-]+\.ts$/,
  /^netplan\/dbus\/(dictionary|states|access-points|subnet|rules)\.ts$/,
  /^portal\/(hosts|probes|language|addressing|credentials|inline-json|label)\.ts$/,
];

const root = fileURLToPath(new URL('../..', import.meta.url));
type Summary = Record<string, { readonly lines: { readonly total: number; readonly pct: number } }>;
const summary = JSON.parse(readFileSync(`${root}/.tap/report/coverage-summary.json`, 'utf8')) as Summary;
const low = Object.entries(summary)
  .map(([file, { lines }]) => ({ file: relative(root, file), ...lines }))
  .filter(({ file, total, pct }) => total > 0 && pct < least && pure.some((pattern) => pattern.test(file)));
for (const { file, pct } of low)
  console.error(`${file}: ${pct} % of its lines are covered, at least ${least} % should be`);
process.exitCode = low.length === 0 ? 0 : 1;
