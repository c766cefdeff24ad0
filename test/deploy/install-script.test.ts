import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import t, { type Test } from 'tap';
import { installCloud } from '../support/install-cloud.ts';

const scriptFile = fileURLToPath(new URL('../../deploy/install.sh', import.meta.url));
const script = readFileSync(scriptFile, 'utf8');
const uninstaller = fileURLToPath(new URL('../../deploy/uninstall.sh', import.meta.url));
const installer = new URL('../../daemon/install/install.ts', import.meta.url).href;
const real = (process.env['PATH'] ?? '').split(':').find((folder) => existsSync(join(folder, 'curl')));

/** One file that can do what the release's can: install itself. */
const program = `#!/bin/sh
SELF="$(realpath "$0")" exec '${process.execPath}' --input-type=module --eval '
  import { install } from "${installer}";
  const [how, where, root] = process.argv.slice(1);
  if (how !== "--install" || where !== "--root") throw new Error("not asked to install");
  await install({ executable: process.env.SELF, script: undefined, version: "1.2.3" }, root);
' -- "$@"
`;
const three = { API_KEY_ID: 'a-key-id', API_KEY: 'a-key', PART_ID: 'part-1' };
const skip = process.getuid?.() === 0 ? false : 'the installer has to be root';

async function site(t: Test) {
  const folder = t.testdir({ image: { usr: { lib: { systemd: { systemd: '' } } } }, shim: {} });
  const cloud = await installCloud(program);
  t.teardown(() => cloud.close());
  // Before the real curl: what everybody on the system could see of it.
  const seen = join(folder, 'seen');
  writeFileSync(join(folder, 'shim/curl'), `#!/bin/sh\necho "$@" >> '${seen}'\nexec '${real}/curl' "$@"\n`);
  chmodSync(join(folder, 'shim/curl'), 0o755);
  const image = join(folder, 'image');
  const run = (variables: Record<string, string>, args = [scriptFile]) =>
    execa('sh', args, {
      env: { ROOT_URL: cloud.url, DESTDIR: image, PATH: `${folder}/shim:${process.env['PATH']}`, ...variables },
      reject: false,
      all: true,
      timeout: 120_000,
    });
  const read = (path: string) => readFileSync(join(image, path), 'utf8');
  return { cloud, image, run, read, has: (path: string) => existsSync(join(image, path)), seen };
}

t.test('with a key, the credentials are fetched and the service is installed', { skip }, async (t) => {
  const { run, read, has, image, seen } = await site(t);
  const { exitCode, all } = await run(three);
  t.equal(exitCode, 0, all);
  t.match(JSON.parse(read('etc/machine.json')), { cloud: { id: 'part-1' } });
  t.equal(statSync(join(image, 'etc/machine.json')).mode & 0o777, 0o600);
  t.match(read('etc/systemd/system/machine-agent.service'), 'ExecStart=/opt/machine-agent/bin/machine-agent');
  t.ok(has('opt/machine-agent/versions/machine-agent-1.2.3'));
  t.notMatch(readFileSync(seen, 'utf8'), /a-key\b(?!-id)/, 'the key was no argument');
  t.equal((await run(three)).exitCode, 0, 'and once more');
  t.strictSame(readdirSync(join(image, 'etc')).sort(), ['machine.json', 'systemd']);
});

t.test('as the documentation has it: a shell that evaluates what was fetched', { skip }, async (t) => {
  const { run, has } = await site(t);
  const { exitCode, all } = await run({}, ['-c', `API_KEY_ID=a-key-id API_KEY=a-key PART_ID=part-1; ${script}`]);
  t.equal(exitCode, 0, all);
  t.ok(has('etc/machine.json'));
});

t.test('a script that was cut off on its way does nothing', { skip }, async (t) => {
  const { run, cloud, image } = await site(t);
  for (let cut = 1; cut < 24; cut++) {
    const part = script.slice(0, Math.floor((script.lastIndexOf('main') * cut) / 24));
    await run(three, ['-c', part]);
  }
  t.strictSame(cloud.asked, []);
  t.strictSame(readdirSync(image), ['usr']);
});

t.test('credentials of another machine are replaced only by force, and kept beside', { skip }, async (t) => {
  const { run, read, has, image } = await site(t);
  mkdirSync(join(image, 'etc'));
  writeFileSync(join(image, 'etc/machine.json'), '{ "cloud": { "id": "other" } }');
  const refused = await run(three);
  t.match(refused, { exitCode: 1, all: /has other credentials already; FORCE=1/ });
  t.match(read('etc/machine.json'), 'other');
  t.notOk(has('etc/systemd'), 'and nothing was installed');
  t.equal((await run({ ...three, FORCE: '1' })).exitCode, 0);
  t.match(read('etc/machine.json'), 'part-1');
  t.match(read('etc/machine.json.old'), 'other');
});

t.test('nothing is installed where something is missing or wrong, and the message says what', { skip }, async (t) => {
  const { run, cloud, image } = await site(t);
  const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{}, /there is no \S+\/etc\/machine\.json\. Give API_KEY_ID/],
    [{ ...three, API_KEY: 'wrong' }, /401.*did not give the credentials/s],
    [{ ...three, API_KEY: '' }, /go together/],
    [{ ...three, PART_ID: 'x&id=y"' }, /has a character/],
    [{ ...three, ROOT_URL: '' }, /ROOT_URL has to say/],
    [{ ...three, AGENT_URL: `${cloud.url}/nothing` }, /404.*cannot download/s],
    [{ ...three, AGENT_FILE: '/nowhere' }, /AGENT_FILE/],
  ];
  for (const [variables, text] of cases) t.match(await run(variables), { exitCode: 1, all: text }, `${text}`);
  cloud.cloud.digest = '0'.repeat(64);
  t.match(await run(three), { exitCode: 1, all: /does not have the SHA-256/ });
  t.strictSame(readdirSync(image), ['usr']);
});

t.test('for an image no credentials are needed, and the program may be here already', { skip }, async (t) => {
  const { run, has, cloud, image } = await site(t);
  writeFileSync(join(image, '../agent'), program);
  const { exitCode, all } = await run({ WITHOUT_CREDENTIALS: '1', AGENT_FILE: join(image, '../agent'), ROOT_URL: '' });
  t.equal(exitCode, 0, all);
  t.strictSame(readdirSync(join(image, 'etc/systemd/system/multi-user.target.wants')), ['machine-agent.service']);
  t.notOk(has('etc/machine.json'));
  t.strictSame(cloud.asked, []);
});

t.test('the uninstaller leaves what belongs to the machine, and with PURGE nothing', { skip }, async (t) => {
  const { run, image, has } = await site(t);
  await run(three);
  const profiles = join(image, 'etc/NetworkManager/system-connections');
  mkdirSync(profiles, { recursive: true });
  for (const source of ['hotspot', 'settings', 'submission']) {
    writeFileSync(join(profiles, source), `[connection]\nuuid=1\n[user]\nmachine-agent.source=${source}\n`);
  }
  writeFileSync(join(profiles, 'by hand'), '[connection]\nuuid=1\n');
  t.match(await run({}, [uninstaller]), { exitCode: 0 });
  t.strictSame(readdirSync(profiles).sort(), ['by hand', 'settings', 'submission']);
  for (const path of ['etc/systemd/system/machine-agent.service', 'opt/machine-agent']) t.notOk(has(path), path);
  for (const path of ['etc/machine.json', 'var/lib/machine-agent']) t.ok(has(path), path);
  t.match(await run({ PURGE: '1' }, [uninstaller]), { exitCode: 0 });
  t.strictSame(readdirSync(profiles), ['by hand']);
  for (const path of ['etc/machine.json', 'var/lib/machine-agent']) t.notOk(has(path), path);
});
