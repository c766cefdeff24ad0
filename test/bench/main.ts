// npm run bench [part] [--json] [--rounds N]: each part is a file beside this one.
import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BenchPart, type Figure, figureLine, figureText } from './figure.ts';

const notParts = new Set(['main', 'figure', 'lab']);
const present = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3))
  .filter((part) => !notParts.has(part))
  .sort();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((part) => !present.includes(part));
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1 || rounds > 1000) {
  process.stderr.write(`usage: npm run bench [part] [--json] [--rounds 1..1000]; parts: ${present.join(', ')}\n`);
  process.exit(2);
}

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupted.abort());
const report = (figure: Figure) => process.stdout.write(`${values.json ? figureLine(figure) : figureText(figure)}\n`);

// A part that fails does not take the others' figures away.
for (const part of positionals.length > 0 ? positionals : present) {
  if (interrupted.signal.aborted) break;
  try {
    const { run }: BenchPart = await import(`./${part}.ts`);
    await run(report, { rounds, signal: interrupted.signal });
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${part}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  }
}
if (interrupted.signal.aborted) process.exitCode = 130;
