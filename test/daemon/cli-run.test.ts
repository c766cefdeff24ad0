import t from 'tap';
import { helpText, optionsTable } from '../../daemon/cli-options.ts';
import { type CliSurroundings, type Command, runCommandLine } from '../../daemon/cli-run.ts';

/** A command line with surroundings that note what they are asked for. */
async function cli(args: readonly string[], special: Partial<CliSurroundings> = {}) {
  const asked: unknown[] = [];
  let out = '';
  let complaints = '';
  const networks: Command = {
    usage: 'networks [--json]',
    describe: 'Which networks the machine knows.',
    async run(rest) {
      asked.push(['networks', ...rest]);
      return 7;
    },
  };
  const note = (what: string) => async () => asked.push(what) - 1;
  const status = await runCommandLine(args, {
    env: {},
    userId: 0,
    version: '1.2.3',
    commands: { networks },
    print: (text) => {
      out += text;
    },
    complain: (text) => {
      complaints += text;
    },
    check: note('check'),
    install: note('install'),
    run: async (options, warnings) => {
      asked.push({ options, warnings });
      return 0;
    },
    ...special,
  });
  return { status, asked, out, complaints };
}

t.test('help and version are printed, for everybody', async (t) => {
  const help = await cli(['--help'], { userId: 1000 });
  t.equal(help.status, 0);
  t.equal(
    help.out,
    helpText({ networks: { usage: 'networks [--json]', describe: 'Which networks the machine knows.' } }),
  );
  t.match(await cli(['--version'], { userId: 1000 }), { status: 0, out: '1.2.3\n', complaints: '' });
});

t.test('a command line that is not understood ends with 2, and says how to get help', async (t) => {
  const { status, complaints, asked, out } = await cli(['--confg', 'x']);
  t.equal(status, 2);
  t.match(complaints, /^machine-agent: unknown option .* --config\?\nTry machine-agent --help\.\n$/);
  t.strictSame([asked, out], [[], '']);
});

t.test('without root nothing is started, but in dev mode; checking is for everybody', async (t) => {
  t.match(await cli([], { userId: 1000 }), { status: 1, asked: [], complaints: /has to run as root.*--dev-mode/ });
  t.match(await cli(['--install'], { userId: 1000 }), { status: 1, asked: [], complaints: /needs root/ });
  t.match(await cli(['--install', '--root', '/mnt'], { userId: 1000 }), { status: 0, asked: ['install'] });
  t.match(await cli(['--dev-mode'], { userId: 1000 }), { status: 0, asked: [{ options: { devMode: true } }] });
  t.match(await cli([], { userId: 1000, env: { AGENT_DEVMODE: '1' } }), { status: 0 });
  t.match(await cli(['--check'], { userId: 1000 }), { status: 0, asked: ['check'] });
  t.match(await cli([], { userId: undefined }), { status: 0 }, 'there are no user ids on Windows');
});

t.test('a command gets its own arguments, and its status is that of the program', async (t) => {
  t.match(await cli(['networks', '--json']), { status: 7, asked: [['networks', '--json']] });
});

t.test(
  'odd values of the environment are passed on to the log of the agent, and told to a person otherwise',
  async (t) => {
    const env = { AGENT_DEBUG: 'ja' };
    t.match(await cli([], { env }), { asked: [{ warnings: [/AGENT_DEBUG/] }], complaints: '' });
    t.match(await cli(['--check'], { env }), { complaints: /AGENT_DEBUG is neither/ });
  },
);

t.test('what fails is one line and 1, never a stack', async (t) => {
  const check = () => Promise.reject(new Error('cannot read', { cause: new Error('no such disk') }));
  t.match(await cli(['--check'], { check }), { status: 1, complaints: 'machine-agent: cannot read: no such disk\n' });
});

t.test('the help fits the terminal and names every option, variable and command', async (t) => {
  for (const width of [60, 80, 200]) {
    const help = helpText({ networks: { usage: 'networks [--json] [--long]', describe: 'x '.repeat(80) } }, width);
    t.ok(
      help.split('\n').every((line) => line.length <= width),
      `${width} columns`,
    );
    for (const name of [
      '-c, --config <file>',
      '--dev-mode',
      'AGENT_FAST_START=1',
      'AGENT_DEVMODE=1',
      'networks [--json]',
    ]) {
      t.ok(help.includes(name), name);
    }
  }
  t.notMatch(helpText({}), 'Commands');
});

t.test('the table for the README has every option, what is not in the common interface last', async (t) => {
  const rows = optionsTable().split('\n');
  t.match(rows[2], /^\| `-c`, `--config` \*file\* \|/);
  t.match(rows, [/.*/, /.*/, /^\| `-c`/, /--defaults/, /AGENT_DEBUG=1/, /AGENT_WAIT_FOR_UPDATE=1/, /AGENT_DEVMODE=1/]);
  t.ok(rows.findIndex((row) => row.includes('--help')) < rows.findIndex((row) => row.includes('Extension.')));
});
