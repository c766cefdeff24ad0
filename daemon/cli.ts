import { parseArgs } from 'node:util';
import { type OptionName, type OptionWords, options } from './cli-options.ts';
import { nearest } from './nearest.ts';

/** What was asked for, whatever is done then. */
export type RunOptions = {
  /** `undefined`: the usual place. */
  readonly config: string | undefined;
  readonly defaults: string | undefined;
  readonly root: string | undefined;
  readonly debug: boolean;
  readonly wait: boolean;
  readonly devMode: boolean;
  readonly fastStart: boolean;
};

export type CommandLine =
  | { readonly kind: 'help' | 'version' }
  | {
      readonly kind: 'run' | 'check' | 'install';
      readonly options: RunOptions;
      /** Odd values of the environment: they are taken for "no", and are worth a line in the log. */
      readonly warnings: readonly string[];
    }
  | {
      readonly kind: 'command';
      readonly name: string;
      /** All that stands behind its name; its own business. */
      readonly arguments: readonly string[];
      readonly options: RunOptions;
      readonly warnings: readonly string[];
    }
  /** `text`: what is wrong and what was probably meant. */
  | { readonly kind: 'wrong'; readonly text: string };

type Environment = Readonly<Record<string, string | undefined>>;
type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/**
 * Understands a command line. Pure: nothing is read, written or ended.
 * @param args without the program's name
 */
export function parseCommandLine(args: readonly string[], env: Environment, commands: readonly string[]): CommandLine {
  const all = tokensOf(args);
  const command = all.find((token) => token.kind === 'positional');
  const own = command === undefined ? all : all.filter(({ index }) => index < command.index);
  const given = own.filter((token): token is OptionToken => token.kind === 'option');

  const mistake = given.map(mistakeIn).find((text) => text !== undefined);
  if (mistake !== undefined) return wrong(mistake);
  const has = (name: OptionName) => given.some((token) => token.name === name);
  if (has('help')) return { kind: 'help' };
  if (has('version')) return { kind: 'version' };
  if (command !== undefined && !commands.includes(command.value)) {
    return wrong(`unknown command ${quoted(command.value)}${meant(command.value, commands, '')}`);
  }

  const warnings: string[] = [];
  const parsed = optionsFrom(given, env, warnings);
  const single = (['check', 'install'] as const).filter(has);
  if (single.length + (command === undefined ? 0 : 1) > 1)
    return wrong('--check, --install and commands exclude each other');
  // A running system is more than its files: elsewhere only what needs no more than those, or what only plays.
  if (parsed.root !== undefined && single.length === 0 && !parsed.devMode) {
    return wrong('--root goes with --install, --check or --dev-mode');
  }
  if (command !== undefined) {
    const rest = args.slice(command.index + 1);
    return { kind: 'command', name: command.value, arguments: rest, options: parsed, warnings };
  }
  return { kind: single[0] ?? 'run', options: parsed, warnings };
}

/** Node's parser, told what has a value and what has none; what it does not know is told apart by us. */
function tokensOf(args: readonly string[]): readonly Token[] {
  const known = Object.entries<OptionWords>(options).map(([name, { short, value }]) => [
    name,
    {
      type: value === undefined ? ('boolean' as const) : ('string' as const),
      ...(short === undefined ? {} : { short }),
    },
  ]);
  return parseArgs({
    args: [...args],
    options: Object.fromEntries(known),
    strict: false,
    tokens: true,
  }).tokens;
}

function mistakeIn({ name, rawName, value, inlineValue }: OptionToken): string | undefined {
  if (!Object.hasOwn(options, name))
    return `unknown option ${quoted(rawName)}${meant(name.replace(/^no-/, ''), Object.keys(options), '--')}`;
  const { value: needed }: OptionWords = options[name as OptionName];
  if (needed === undefined) return inlineValue ? `${rawName} takes no value` : undefined;
  if (value === undefined || value === '') return `${rawName} needs a value: ${rawName} <${needed}>`;
  if (!inlineValue && value.startsWith('-'))
    return `${rawName} needs a value before ${quoted(value)}; write ${rawName}=${value} if it is one`;
  return undefined;
}

function meant(name: string, known: Iterable<string>, prefix: string): string {
  const near = nearest(name, known);
  return near === undefined ? '' : `; did you mean ${prefix}${near}?`;
}

function optionsFrom(given: readonly OptionToken[], env: Environment, warnings: string[]): RunOptions {
  const text = (name: OptionName) => given.findLast((token) => token.name === name)?.value;
  const flag = (name: OptionName) => {
    const { env: variable }: OptionWords = options[name];
    return given.some((token) => token.name === name) || (variable !== undefined && isOn(variable, env, warnings));
  };
  return {
    config: text('config'),
    defaults: text('defaults'),
    root: text('root'),
    debug: flag('debug'),
    wait: flag('wait'),
    devMode: flag('dev-mode'),
    fastStart: isOn('AGENT_FAST_START', env, warnings),
  };
}

const yes = ['1', 'true', 'yes', 'on'];
const no = ['', '0', 'false', 'no', 'off'];

/** A typing error in the environment must not keep a machine from starting that nobody can reach. */
function isOn(variable: string, env: Environment, warnings: string[]): boolean {
  const value = env[variable]?.trim().toLowerCase() ?? '';
  if (yes.includes(value)) return true;
  if (!no.includes(value)) warnings.push(`${variable} is neither 1 nor 0, and is taken for 0`);
  return false;
}

const wrong = (text: string): CommandLine => ({ kind: 'wrong', text });
/** What was typed comes back in a message; not its control characters, and not all of a novel. */
const quoted = (text: string) => JSON.stringify(text.slice(0, 80)).replace(/\p{Cc}/gu, '·');
