// What people and systems ask with: dig and delv (BIND's libraries) and kdig (Knot's), over UDP and TCP.
import { Resolver } from 'node:dns/promises';
import { execa } from 'execa';
import t, { type Test } from 'tap';
import { createNameServer } from '../../dns/server.ts';
import { all } from '../support/dns.ts';

async function missing(tool: string): Promise<string | false> {
  const { failed } = await execa('which', [tool], { reject: false, timeout: 10_000 });
  return failed ? `${tool} is not installed` : false;
}

async function serve(t: Test) {
  const server = createNameServer();
  t.teardown(() => server.close());
  server.set(all);
  const { port } = await server.listen('127.0.0.1', 0);
  return async (tool: string, ...options: string[]): Promise<string> => {
    const place = ['@127.0.0.1', '-p', String(port)];
    const { stdout, stderr } = await execa(tool, [...place, ...options], { reject: false, timeout: 20_000 });
    return `${stdout}\n${stderr}`;
  };
}

/** Words with which these tools tell of a reply that is not right. */
const complaints =
  /warning|malformed|bad packet|mismatch|extra bytes|trailing|unexpected|truncated|timed? ?out|error:/i;

const rows: readonly (readonly [question: readonly string[], pattern: RegExp])[] = [
  [['captive.apple.com', 'A'], /NOERROR[\s\S]*captive\.apple\.com\.\s+5\s+IN\s+A\s+192\.0\.2\.1/],
  [['captive.apple.com', 'TYPE65'], /NOERROR[\s\S]*SOA\s+setup\./],
  [['captive.apple.com', 'AAAA'], /NOERROR[\s\S]*SOA\s+setup\./],
  [['x.setup', 'ANY'], /NOERROR[\s\S]*x\.setup\.\s+5\s+IN\s+A\s+10\.42\.0\.1/],
  [['-x', '10.42.0.1'], /NOERROR[\s\S]*PTR\s+box1\.setup\./],
  [['mask.icloud.com', 'A'], /NXDOMAIN[\s\S]*SOA\s+setup\./],
  [['example.com', 'A', '+dnssec'], /NOERROR[\s\S]*flags:? do[\s\S]*192\.0\.2\.1/i],
  [['example.com', 'A', '+noedns'], /NOERROR[\s\S]*192\.0\.2\.1/],
  [['version.bind', 'CH', 'TXT'], /REFUSED/],
];

for (const tool of ['dig', 'kdig']) {
  t.test(`${tool} has nothing to complain about, over UDP and TCP`, { skip: await missing(tool) }, async (t) => {
    const ask = await serve(t);
    for (const way of ['+notcp', '+tcp']) {
      for (const [question, pattern] of rows) {
        const said = await ask(tool, ...question, way);
        t.match(said, pattern, `${question.join(' ')} ${way}`);
        t.notMatch(said, complaints, `${question.join(' ')} ${way}`);
      }
    }
  });
}

t.test(
  'dig sees the case of its letters kept, cookies ignored, later EDNS versions declined, and zone transfers refused',
  { skip: await missing('dig') },
  async (t) => {
    const ask = await serve(t);
    t.match(
      await ask('dig', 'example.com', '+cookie', '+nsid', '+subnet=203.0.113.0/24'),
      /NOERROR[\s\S]*192\.0\.2\.1/,
    );
    t.match(await ask('dig', 'CaPtIvE.aPpLe.CoM'), /^CaPtIvE\.aPpLe\.CoM\.\s+5\s+IN\s+A/m);
    t.match(await ask('dig', 'example.com', '+edns=1', '+noednsneg'), /BADVERS/);
    t.match(await ask('dig', 'example.com', '+opcode=update'), /NOTIMP/);
    t.match(await ask('dig', 'example.com', 'AXFR', '+tcp'), /Transfer failed/);
  },
);

t.test(
  'delv takes answers as authoritative, and a negative one as such',
  { skip: await missing('delv') },
  async (t) => {
    const ask = await serve(t);
    t.match(await ask('delv', '-i', 'example.com', 'A'), /^; authoritative[\s\S]*192\.0\.2\.1/);
    t.match(await ask('delv', '-i', 'example.com', 'AAAA'), /negative response[\s\S]*SOA setup/);
  },
);

t.test('c-ares, which Node and many programs resolve with, reads every kind of answer', async (t) => {
  const server = createNameServer();
  t.teardown(() => server.close());
  server.set(all);
  const { port } = await server.listen('127.0.0.1', 0);
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  t.strictSame(await resolver.resolve4('captive.apple.com', { ttl: true }), [{ address: '192.0.2.1', ttl: 5 }]);
  t.strictSame(await resolver.reverse('10.42.0.1'), ['box1.setup']);
  await t.rejects(resolver.resolve6('captive.apple.com'), { code: 'ENODATA' });
  await t.rejects(resolver.resolve4('mask.icloud.com'), { code: 'ENOTFOUND' });
  await t.rejects(resolver.resolveTxt('example.com'), { code: 'ENODATA' });
});
