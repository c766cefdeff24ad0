import t from 'tap';
import { type CommandLine, parseCommandLine } from '../../daemon/cli.ts';
import fc from '../support/cases.ts';

const commands = ['networks', 'provision', 'restart'];
const parse = (args: readonly string[], env: Record<string, string> = {}) => parseCommandLine(args, env, commands);
const nothing = {
  config: undefined,
  defaults: undefined,
  root: undefined,
  debug: false,
  wait: false,
  devMode: false,
  fastStart: false,
};

t.test('without anything the agent runs, with everything at its usual place', async (t) => {
  t.strictSame(parse([]), { kind: 'run', options: nothing, warnings: [] });
});

t.test('each option of the common interface, long and short', async (t) => {
  const all = { ...nothing, config: '/a b/c.json', defaults: '/d.json', debug: true, wait: true, devMode: true };
  const long = ['--config', '/a b/c.json', '--defaults=/d.json', '--debug', '--wait', '--dev-mode'];
  t.match(parse(long), { kind: 'run', options: all });
  t.match(parse(['-c', '/a b/c.json', '--defaults', '/d.json', '-d', '-w', '--dev-mode']), { options: all });
  t.match(parse(['-dwc/a b/c.json']), { options: { debug: true, wait: true, config: '/a b/c.json' } });
  t.match(parse(['-h']), { kind: 'help' });
  t.match(parse(['-v']), { kind: 'version' });
  t.match(parse(['--install', '--root', '/mnt']), { kind: 'install', options: { root: '/mnt' } });
  t.match(parse(['-c', 'x', '--check']), { kind: 'check', options: { config: 'x' } });
  t.match(parse(['-c', 'first', '-c', 'last']), { options: { config: 'last' } });
});

t.test('the environment says the same', async (t) => {
  const env = { AGENT_DEBUG: '1', AGENT_WAIT_FOR_UPDATE: 'true', AGENT_DEVMODE: ' Yes ', AGENT_FAST_START: 'on' };
  t.match(parse([], env), { options: { debug: true, wait: true, devMode: true, fastStart: true }, warnings: [] });
  const off = { AGENT_DEBUG: '0', AGENT_WAIT_FOR_UPDATE: 'false', AGENT_DEVMODE: '', AGENT_FAST_START: 'off' };
  t.strictSame(parse([], off), { kind: 'run', options: nothing, warnings: [] });
  t.match(parse(['--debug'], off), { options: { debug: true } });
});

t.test('an odd value of the environment is a warning and keeps no machine from starting', async (t) => {
  const line = parse([], { AGENT_DEBUG: 'ja', AGENT_FAST_START: '2' });
  t.match(line, { kind: 'run', options: { debug: false, fastStart: false } });
  t.match(line, { warnings: [/AGENT_DEBUG is neither 1 nor 0/, /AGENT_FAST_START/] });
});

t.test('an unknown option or command names the nearest', async (t) => {
  const texts: readonly (readonly [readonly string[], RegExp])[] = [
    [['--confg', 'x'], /unknown option "--confg"; did you mean --config\?/],
    [['--devmode'], /did you mean --dev-mode\?/],
    [['--no-debug'], /did you mean --debug\?/],
    [['-x'], /unknown option "-x"/],
    [['--zzzzzzzzzzzz'], /^unknown option "--zzzzzzzzzzzz"$/],
    [['--__proto__'], /unknown option/],
    [['--constructor=1'], /unknown option/],
    [['network'], /unknown command "network"; did you mean networks\?/],
    [['-d', 'status'], /^unknown command "status"/],
  ];
  for (const [args, text] of texts) t.match(parse(args), { kind: 'wrong', text }, args.join(' '));
});

t.test('a value that is missing, empty, or looks like the next option is not guessed', async (t) => {
  for (const args of [['--config'], ['--config='], ['--config', ''], ['-c'], ['--defaults', '--debug'], ['-c', '-d']]) {
    t.match(parse(args), { kind: 'wrong', text: /needs a value/ }, args.join(' '));
  }
  t.match(parse(['--config=-odd']), { options: { config: '-odd' } });
  t.match(parse(['--debug=false']), { kind: 'wrong', text: /--debug takes no value/ });
});

t.test('what excludes each other is refused', async (t) => {
  t.match(parse(['--check', '--install']), { kind: 'wrong' });
  t.match(parse(['--check', 'networks']), { kind: 'wrong' });
  t.match(parse(['--root', '/mnt']), { kind: 'wrong', text: /--install, --check or --dev-mode/ });
  t.match(parse(['--root', '/mnt', 'networks']), { kind: 'wrong' });
  t.match(parse(['--root', '/mnt', '--dev-mode']), { kind: 'run', options: { root: '/mnt' } });
});

t.test('what stands behind a command is its own', async (t) => {
  t.match(parse(['-c', 'networks', '-d', 'networks', 'test', '--json', '-x', '--help', 'Home']), {
    kind: 'command',
    name: 'networks',
    options: { config: 'networks', debug: true },
    arguments: ['test', '--json', '-x', '--help', 'Home'],
  });
  t.match(parse(['--', 'restart', '-d']), { kind: 'command', name: 'restart', arguments: ['-d'] });
});

t.test('no command line makes the parser throw, and a message is one line of bounded length', async () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('-', '--', '-c', '--config', '--check', 'networks', '-dwh', '--=', '--config=', '__proto__'),
  );
  fc.assert(
    fc.property(fc.array(word), (args) => {
      const line: CommandLine = parse(args);
      return line.kind !== 'wrong' || (!/\p{Cc}/u.test(line.text) && line.text.length < 1000);
    }),
    { numRuns: 2000 },
  );
});
