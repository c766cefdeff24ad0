import type { Command } from '../cli-run.ts';
import { labelCommand } from './label.ts';
import { restartCommand } from './restart.ts';

/** Every subcommand, by its name. */
export const commands: Readonly<Record<string, Command>> = {
  label: labelCommand,
  restart: restartCommand,
};
