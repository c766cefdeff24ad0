import { parseArgs } from 'node:util';
import type { Command } from '../cli-run.ts';
import { ask } from '../control/ask.ts';
import { errorText } from '../errors.ts';
import { pathsFor } from '../paths.ts';

/** A command without arguments that asks the running agent for something of the same name, and prints its word. */
export function askingCommand(name: string, describe: string): Command {
  return {
    usage: name,
    describe,
    async run(args, { options, print, complain }) {
      try {
        parseArgs({ args: [...args], options: {} });
      } catch (error) {
        complain(`machine-agent ${name}: ${errorText(error)}\n`);
        return 2;
      }
      const answer = (await ask(pathsFor(options).control, name)) as { readonly text: string };
      print(`${answer.text}\n`);
      return 0;
    },
  };
}
