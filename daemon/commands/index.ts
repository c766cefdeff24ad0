import type { Command } from '../cli-run.ts';
import { labelCommand } from './label.ts';

/** Every subcommand, by its name. */
export const commands: Readonly<Record<string, Command>> = {
  label: labelCommand,
};
