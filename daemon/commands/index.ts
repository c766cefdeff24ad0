import type { Command } from '../cli-run.ts';
import { labelCommand } from './label.ts';
import { networksCommand } from './networks.ts';
import { provisionCommand } from './provision.ts';
import { restartCommand } from './restart.ts';
import { trainCommand } from './train.ts';

/** Every subcommand, by its name. */
export const commands: Readonly<Record<string, Command>> = {
  label: labelCommand,
  networks: networksCommand,
  provision: provisionCommand,
  restart: restartCommand,
  train: trainCommand,
};
