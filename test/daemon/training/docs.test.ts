import { readFile } from 'node:fs/promises';
import t from 'tap';
import { calls } from '../../../daemon/training/command/arguments.ts';
import { help } from '../../../daemon/training/command/help.ts';
import { createTrainingClient, trainingStatuses } from '../../../daemon/training/node.ts';
import { credentials } from '../../support/training-cloud.ts';

const docs = await readFile(new URL('../../../docs/training.md', import.meta.url), 'utf8');

t.test('the documented error codes and their numbers are those of the code', async (t) => {
  const rows = [...docs.matchAll(/^\| `([a-z-]+)` \| (\d+) \|/gm)].map(([, code, status]) => [code, Number(status)]);
  const known = Object.entries(trainingStatuses).sort(([, one], [, other]) => one - other);
  t.strictSame(rows, known);
});

t.test('the documented calls are those of the client, and those of the command', async (t) => {
  const table = docs.slice(docs.indexOf('| call |'), docs.indexOf('Every call takes'));
  const named = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  t.strictSame(named, Object.keys(createTrainingClient({ serviceHost: 'http://cloud.test', credentials })));
  for (const call of calls) t.ok(help.includes(`  ${call} `) && docs.includes(`\`${call}\``), call);
});
