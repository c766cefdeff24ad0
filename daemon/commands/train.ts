import type { Command } from '../cli-run.ts';

/** `machine-agent train …`: training jobs in the cloud. Its client is loaded only when it is used. */
export const trainCommand: Command = {
  usage: 'train <call>',
  describe: 'Training jobs: submit, submit-custom, get, list, cancel, delete, logs; "train --help" says more.',
  async run(args, { print, complain }) {
    const { runTraining } = await import('../training/command/run.ts');
    const stop = new AbortController();
    const end = () => stop.abort();
    process.on('SIGINT', end);
    try {
      return await runTraining(args, { env: process.env, print, complain, signal: stop.signal });
    } finally {
      process.off('SIGINT', end);
    }
  },
};
