import type { CommandLine, RunOptions } from './cli.ts';
import { parseCommandLine } from './cli.ts';
import { type CommandWords, helpText } from './cli-options.ts';
import { errorText } from './errors.ts';

/** What a command line leads to: 0 well, 1 something is wrong, 2 it was not understood. */
export type ExitStatus = number;

export type CommandSurroundings = {
  readonly options: RunOptions;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
};

/** A subcommand, for example `networks`. Parses its own arguments. */
export type Command = CommandWords & {
  run(args: readonly string[], surroundings: CommandSurroundings): Promise<ExitStatus>;
};

export type CliSurroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `undefined` where there are no user ids (Windows). */
  readonly userId: number | undefined;
  readonly version: string;
  readonly commands: Readonly<Record<string, Command>>;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly width?: number;
  check(surroundings: CommandSurroundings): Promise<ExitStatus>;
  install(surroundings: CommandSurroundings): Promise<ExitStatus>;
  /** The agent itself, until it is told to end. */
  run(options: RunOptions, warnings: readonly string[]): Promise<ExitStatus>;
};

/** Does what `args` (without the program's name) say. Never rejects. */
export async function runCommandLine(args: readonly string[], around: CliSurroundings): Promise<ExitStatus> {
  const line = parseCommandLine(args, around.env, Object.keys(around.commands));
  try {
    return await act(line, around);
  } catch (error) {
    around.complain(`machine-agent: ${errorText(error)}\n`);
    return 1;
  }
}

type Doing = Extract<CommandLine, { readonly options: RunOptions }>;

async function act(line: CommandLine, around: CliSurroundings): Promise<ExitStatus> {
  const { print, complain } = around;
  if (line.kind === 'wrong') {
    complain(`machine-agent: ${line.text}\nTry machine-agent --help.\n`);
    return 2;
  }
  if (!('options' in line)) {
    print(line.kind === 'help' ? helpText(around.commands, around.width) : `${around.version}\n`);
    return 0;
  }
  return start(line, around);
}

async function start(line: Doing, around: CliSurroundings): Promise<ExitStatus> {
  const { print, complain } = around;
  const refusal = refusalOf(line, around.userId);
  if (refusal !== undefined) {
    complain(`machine-agent: ${refusal}\n`);
    return 1;
  }
  const { options, warnings } = line;
  if (line.kind === 'run') return around.run(options, warnings);
  for (const warning of warnings) complain(`machine-agent: ${warning}\n`);
  const surroundings = { options, print, complain };
  if (line.kind !== 'command') return around[line.kind](surroundings);
  return (around.commands[line.name] as Command).run(line.arguments, surroundings);
}

/** Why not, where a process without root would only fail later and less clearly. */
function refusalOf(
  { kind, options }: { readonly kind: string; readonly options: RunOptions },
  userId: number | undefined,
): string | undefined {
  if (userId === undefined || userId === 0) return undefined;
  if (kind === 'run' && !options.devMode) {
    return 'the agent has to run as root: it gives the machine its networks. To try it without, use --dev-mode.';
  }
  if (kind === 'install' && options.root === undefined) return 'installing the service needs root.';
  return undefined;
}
