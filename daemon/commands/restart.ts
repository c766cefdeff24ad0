import { askingCommand } from './asking.ts';

/** `machine-agent restart`: machine-server begins anew, by the rules of its maintenance window and its own word. */
export const restartCommand = askingCommand(
  'restart',
  'Restart machine-server as soon as its maintenance window and the server itself allow it.',
);
