import { parseArgs } from 'node:util';
import type { Command } from '../cli-run.ts';
import { ask } from '../control/ask.ts';
import { errorText } from '../errors.ts';
import { pathsFor } from '../paths.ts';

/** `machine-agent provision`: the hotspot now, for a button or a technician. */
export const provisionCommand: Command = {
  usage: 'provision',
  describe:
    'Start the hotspot now, for retry_connection_timeout_minutes. Touching the file "provision" in /run/machine-agent does the same.',
  async run(args, { options, print, complain }) {
    try {
      parseArgs({ args: [...args], options: {} });
    } catch (error) {
      complain(`machine-agent provision: ${errorText(error)}\n`);
      return 2;
    }
    const answer = (await ask(pathsFor(options).control, 'provision')) as { readonly text: string };
    print(`${answer.text}\n`);
    return 0;
  },
};
