/** An option as people write it. The table below is all there is: parser, `--help` and README are made from it. */
export type OptionWords = {
  readonly short?: string;
  /** Of options with a value: what stands for it in the help. */
  readonly value?: string;
  /** The same may be said by this variable of the environment. */
  readonly env?: string;
  /** Without the option. */
  readonly usual?: string;
  readonly describe: string;
  /** Not in the common interface: only this agent knows it. */
  readonly extension?: true;
};

export const options = {
  config: {
    short: 'c',
    value: 'file',
    usual: '/etc/machine.json',
    describe: 'Credentials of the machine.',
  },
  defaults: {
    value: 'file',
    usual: '/etc/machine-defaults.json',
    describe: 'Settings of the manufacturer, under those of the cloud.',
  },
  debug: {
    short: 'd',
    env: 'AGENT_DEBUG',
    describe: 'Log in detail; only the agent itself.',
  },
  wait: {
    short: 'w',
    env: 'AGENT_WAIT_FOR_UPDATE',
    describe: 'Update the versions before the machine server is started.',
  },
  'dev-mode': {
    env: 'AGENT_DEVMODE',
    describe: 'Run without root and not as a service; never reboots.',
  },
  install: {
    describe: 'Install the systemd service, and end.',
  },
  root: {
    value: 'folder',
    usual: '/',
    describe:
      'With --install, --check and --dev-mode: the files of the system in this folder, for example a mounted image.',
    extension: true,
  },
  check: {
    describe: 'Read all settings, say what holds and what is wrong, and end: with 1 if anything is wrong.',
    extension: true,
  },
  version: {
    short: 'v',
    describe: 'Show the version, and end.',
    extension: true,
  },
  help: {
    short: 'h',
    describe: 'Show this help, and end.',
  },
} as const satisfies Record<string, OptionWords>;

export type OptionName = keyof typeof options;

/** Variables of the environment that no option stands for. */
export const variables = {
  AGENT_FAST_START: 'Start the machine server at once, whatever the settings say about waiting.',
} as const;

/** Where a subcommand says what it is. */
export type CommandWords = { readonly usage: string; readonly describe: string };

const rows = Object.entries<OptionWords>(options);
const names = (name: string, { short, value }: OptionWords) =>
  `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`;

const usually = ({ usual, env }: OptionWords) =>
  [usual === undefined ? '' : ` Default: ${usual}.`, env === undefined ? '' : ` Also: ${env}=1.`].join('');

/** @param width of the terminal, in characters */
export function helpText(commands: Readonly<Record<string, CommandWords>>, width = 100): string {
  const left = 24;
  const block = (term: string, text: string) => {
    const [first = '', ...others] = wrapped(text, width - left - 2);
    const head = `  ${term.padEnd(left - 2)}`;
    const begin = head.length > left ? [head.trimEnd(), `${' '.repeat(left)}${first}`] : [`${head}${first}`];
    return [...begin, ...others.map((line) => `${' '.repeat(left)}${line}`)].join('\n');
  };
  const listed = Object.values(commands);
  return [
    'Usage: machine-agent [options]',
    ...(listed.length === 0 ? [] : ['       machine-agent [options] <command>']),
    '',
    ...wrapped('Puts this machine online from any phone, and keeps it online, supervised and up to date.', width),
    '',
    'Options:',
    ...rows.map(([name, words]) => block(names(name, words), `${words.describe}${usually(words)}`)),
    '',
    'Environment:',
    ...Object.entries(variables).map(([name, describe]) => block(`${name}=1`, describe)),
    ...(listed.length === 0 ? [] : ['', 'Commands:', ...listed.map(({ usage, describe }) => block(usage, describe))]),
    '',
  ].join('\n');
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** For README.md, between the marks `options`; the extensions last. */
export function optionsTable(): string {
  const sorted = rows.toSorted(([, a], [, b]) => Number(a.extension ?? false) - Number(b.extension ?? false));
  return [
    '| Option | Environment | Default | Meaning |',
    '|---|---|---|---|',
    ...sorted.map(([name, words]) => {
      const { short, value, env, usual, describe, extension } = words;
      const forms = [...(short === undefined ? [] : [`-${short}`]), `--${name}`]
        .map((form) => `\`${form}\``)
        .join(', ');
      const cells = [
        value === undefined ? forms : `${forms} *${value}*`,
        env === undefined ? '' : `\`${env}=1\``,
        usual === undefined ? '' : `\`${usual}\``,
        extension ? `Extension. ${describe}` : describe,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    ...Object.entries(variables).map(([name, describe]) => `| | \`${name}=1\` | | ${describe} |`),
  ].join('\n');
}
