import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { addAnswerAddress, ownAddresses, removeAnswerAddresses } from '../../../netplan/dbus/address.ts';
import { fragmentText, removeFragment, writeFragment } from '../../../netplan/dbus/fragment.ts';
import { Problems, programProblem } from '../../../netplan/dbus/problems.ts';
import type { ProgramResult, RunProgram } from '../../../netplan/dbus/program.ts';
import { runProgram } from '../../../netplan/dbus/program.ts';
import { rulesText } from '../../../netplan/dbus/rules.ts';
import { seconds } from '../../../netplan/duration.ts';

const done = (output = ''): ProgramResult => ({ status: 'done', output, complaint: '' });

/** Notes what is run; `ip -json` lists `addresses` on lo. */
function recorder(addresses: object[], result: ProgramResult = done()) {
  const lines: string[] = [];
  const run: RunProgram = async (program, args) => {
    lines.push([program, ...args].join(' '));
    return args.includes('-json') ? done(JSON.stringify([{ ifname: 'lo', addr_info: addresses }])) : result;
  };
  return { run, lines };
}
const loopback = { local: '127.0.0.1', prefixlen: 8, label: 'lo' };
const ours = (local: string) => ({ local, prefixlen: 32, label: 'lo:agent' });

t.test('the answer address is set on the loopback, with our label', async (t) => {
  const { run, lines } = recorder([loopback]);
  t.match(await addAnswerAddress(run, '192.0.2.1'), { status: 'done' });
  t.strictSame(lines, ['ip address add 192.0.2.1/32 dev lo label lo:agent']);
});

t.test('an address that is there already is right, another failure is told', async (t) => {
  const exists = { status: 'failed', output: '', complaint: 'RTNETLINK answers: File exists' } as const;
  t.match(await addAnswerAddress(recorder([], exists).run, '192.0.2.1'), { status: 'done' });
  const denied = { status: 'failed', output: '', complaint: 'Operation not permitted' } as const;
  t.match(await addAnswerAddress(recorder([], denied).run, '192.0.2.1'), denied);
});

t.test("only addresses with our label are taken away, never somebody else's", async (t) => {
  const { run, lines } = recorder([loopback, { local: '192.0.2.1', prefixlen: 32, label: 'lo' }, ours('192.0.2.2')]);
  await removeAnswerAddresses(run);
  t.strictSame(lines.slice(1), ['ip address del 192.0.2.2/32 dev lo']);
  t.strictSame(ownAddresses('not json'), []);
  t.strictSame(ownAddresses('{"a":1}'), []);
});

t.test('the fragment is there whole, and goes without a trace, also half-written', async (t) => {
  const folder = join(await mkdtemp(join(tmpdir(), 'fragment-')), 'dnsmasq-shared.d');
  await writeFragment(folder);
  t.strictSame(await readdir(folder), ['90-machine-agent.conf']);
  t.equal(await readFile(join(folder, '90-machine-agent.conf'), 'utf8'), fragmentText);
  t.match(fragmentText, /^port=0$/m);
  t.match(fragmentText, /^dhcp-option=option:dns-server,0\.0\.0\.0$/m);
  await writeFile(join(folder, '.90-machine-agent.conf'), 'port');
  await writeFile(join(folder, 'theirs.conf'), '');
  await removeFragment(folder);
  await removeFragment(folder);
  t.strictSame(await readdir(folder), ['theirs.conf']);
});

t.test('the rules name the interface and the addresses, and replace what was there in one transaction', async (t) => {
  const text = rulesText({ interface: 'wlan0', addresses: ['10.42.0.1', '192.0.2.1'] });
  t.match(text, /^table inet machine_agent\ndelete table inet machine_agent\ntable inet machine_agent \{/);
  t.match(text, /ip daddr \{ 10\.42\.0\.1, 192\.0\.2\.1 \} jump portal/);
  t.notMatch(text, /443|dport 22/);
  t.equal(text.match(/"wlan0"/g)?.length, 6);
  // Who is in another network, and has a route to the hotspot's address, has not joined the hotspot.
  t.match(text, /iifname != \{ "wlan0", "lo" \} ip daddr \{ 10\.42\.0\.1, 192\.0\.2\.1 \} jump elsewhere/);
});

t.test('nft understands the rules', { skip: process.getuid?.() !== 0 && 'needs root' }, async (t) => {
  const input = rulesText({ interface: 'wlan0', addresses: ['10.42.0.1'] });
  const { status, complaint } = await runProgram('nft', ['--check', '--file', '-'], { input });
  t.match({ status, complaint }, { status: 'done', complaint: '' });
});

t.test('a program that is missing is named with its package', async (t) => {
  const missing = await runProgram('no-such-program-here', []);
  t.equal(missing.status, 'missing');
  t.match(programProblem('nft', missing), {
    code: 'nft-missing',
    text: /nft is not installed \(package nftables\)/,
  });
  t.equal(programProblem('ip', done()), undefined);
});

t.test('a program that fails or hangs is told apart, with its complaint', async (t) => {
  t.match(await runProgram('sh', ['-c', 'echo no >&2; exit 3']), { status: 'failed', complaint: 'no' });
  t.match(await runProgram('sleep', ['20'], { limit: seconds(0.1) }), { status: 'timed-out' });
  t.match(await runProgram('cat', [], { input: 'in' }), { status: 'done', output: 'in' });
});

t.test('problems are listed in order, bounded, and forgotten together', async (t) => {
  const problems = new Problems();
  problems.add(undefined);
  for (let count = 0; count < 50; count++) problems.add({ code: 'port-taken', text: `${count}` });
  t.equal(problems.list.length, 16);
  t.match(problems.list[0], { text: '0' });
  problems.clear();
  t.strictSame(problems.list, []);
});

t.test('why no hotspot came up stays, while it is tried again, until one is up', async (t) => {
  const problems = new Problems();
  const failure = { code: 'dnsmasq-missing', text: 'not there' } as const;
  problems.setFailure(failure, 7);
  problems.clear();
  t.strictSame(problems.list, [{ ...failure, failedAt: 7 }]);
  problems.add({ code: 'subnet-moved', text: '10.42.1.1' });
  t.equal(problems.list.length, 2);
  problems.noFailure();
  t.match(problems.list, [{ code: 'subnet-moved' }]);
});
