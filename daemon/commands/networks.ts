import { parseArgs } from 'node:util';
import * as z from 'zod';
import { formatDuration } from '../../netplan/duration.ts';
import type { Command, CommandSurroundings, ExitStatus } from '../cli-run.ts';
import { ask } from '../control/ask.ts';
import { errorText } from '../errors.ts';
import type { NetworkRow, NetworksAnswer } from '../network-calls.ts';
import { pathsFor } from '../paths.ts';

const tested = z.object({
  name: z.string(),
  result: z.string(),
  internet: z.enum(['yes', 'no', 'sign-in', 'unknown']),
});

/** `machine-agent networks`: what the running agent knows, would do, and found. */
export const networksCommand: Command = {
  usage: 'networks [explain] [test <name>] [--json]',
  describe:
    'Show the known networks and why each is used or not; explain what would be tried next; join one to test it, and return.',
  async run(args, surroundings) {
    const { complain } = surroundings;
    let given: { readonly json: boolean; readonly words: readonly string[] };
    try {
      const options = { json: { type: 'boolean', default: false } } as const;
      const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
      given = { json: values.json, words: positionals };
    } catch (error) {
      complain(`machine-agent networks: ${errorText(error)}\n`);
      return 2;
    }
    const [what, name, ...rest] = given.words;
    if (what === undefined) return show(given.json, surroundings);
    if (what === 'explain' && name === undefined) return explain(given.json, surroundings);
    if (what === 'test' && name !== undefined && rest.length === 0) return test(name, given.json, surroundings);
    complain(`machine-agent networks: not understood; usage: machine-agent ${networksCommand.usage}\n`);
    return 2;
  },
};

const asked = async ({ options }: CommandSurroundings): Promise<NetworksAnswer> =>
  (await ask(pathsFor(options).control, 'networks')) as NetworksAnswer;

async function show(json: boolean, surroundings: CommandSurroundings): Promise<ExitStatus> {
  const answer = await asked(surroundings);
  surroundings.print(json ? `${JSON.stringify(answer, null, 2)}\n` : networksTable(answer.networks));
  return 0;
}

async function explain(json: boolean, surroundings: CommandSurroundings): Promise<ExitStatus> {
  const answer = await asked(surroundings);
  surroundings.print(json ? `${JSON.stringify(answer, null, 2)}\n` : explanation(answer));
  return 0;
}

/** 0: it works, with internet; 1: it does not. */
async function test(name: string, json: boolean, surroundings: CommandSurroundings): Promise<ExitStatus> {
  const { options, print, complain } = surroundings;
  if (!json) complain(`joining ${printable(name)}; the device returns by itself, within three minutes\n`);
  const answer = tested.parse(await ask(pathsFor(options).control, 'networks-test', { name }));
  const well = answer.result === 'joined' && answer.internet === 'yes';
  if (json) print(`${JSON.stringify(answer)}\n`);
  else
    print(
      `${printable(name)}: ${answer.result}${answer.result === 'joined' ? `, internet: ${answer.internet}` : ''}\n`,
    );
  return well ? 0 : 1;
}

const columns: readonly (readonly [string, (row: NetworkRow) => string])[] = [
  ['NAME', ({ name }) => printable(name)],
  ['KIND', ({ kind }) => kind],
  ['PRIORITY', ({ priority }) => String(priority)],
  ['STATE', ({ state }) => state],
  ['TRIED', ({ triedSecondsAgo: ago }) => (ago === null ? '-' : `${formatDuration(ago * 1000)} ago`)],
  ['RESULT', ({ result }) => result ?? '-'],
  ['METRIC', ({ routeMetric }) => (routeMetric === null ? '-' : String(routeMetric))],
  ['WHY', ({ reason }) => reason],
];

/** For a terminal; the last column is not cut. */
export function networksTable(rows: readonly NetworkRow[]): string {
  if (rows.length === 0) return 'no network is known\n';
  const cells = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const line = (texts: readonly string[]) =>
    texts.map((text, column) => (column === texts.length - 1 ? text : text.padEnd(widths[column] ?? 0))).join('  ');
  return `${cells.map(line).join('\n')}\n`;
}

export const explanation = ({ networks, next }: NetworksAnswer): string =>
  `${[next, ...networks.map(({ name, reason }) => `  ${printable(name)} ${reason}.`)].join('\n')}\n`;

/** A name may come from the air: nothing in it may move the cursor, or more. */
const printable = (name: string): string => name.replace(/\p{C}/gu, '·');
