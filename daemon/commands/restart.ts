import { parseArgs } from 'node:util';
import type { Command } from '../cli-run.ts';
import { ask } from '../control/ask.ts';
import { errorText } from '../errors.ts';
import { pathsFor } from '../paths.ts';

/** `machine-agent restart`: machine-server begins anew, by the rules of its maintenance window and its own word. */
export const restartCommand: Command = {
  usage: 'restart',
  describe: 'Restart machine-server as soon as its maintenance window and the server itself allow it.',
  async run(args, { options, print, complain }) {
    try {
      parseArgs({ args: [...args], options: {} });
    } catch (error) {
      complain(`machine-agent restart: ${errorText(error)}\n`);
      return 2;
    }
    const answer = (await ask(pathsFor(options).control, 'restart')) as { readonly text: string };
    print(`${answer.text}\n`);
    return 0;
  },
};
