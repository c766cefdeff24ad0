import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import t from 'tap';
import { here } from '../../deploy/demo-life.ts';
import { AppTown } from '../support/app-town.ts';

const example = fileURLToPath(new URL('../../docs/examples/app.mjs', import.meta.url));

t.test('the example app of docs/app-api.md has at most 40 lines', async (t) => {
  t.ok((await readFile(example, 'utf8')).trimEnd().split('\n').length <= 40);
});

t.test('it sets a machine up: with a wrong password first, then with the right one', async (t) => {
  const accessPoints = [{ ssid: 'Home', security: ['wpa-psk'], password: 'home-password' }] as const;
  const place = await AppTown.start(t, { accessPoints });
  const app = (password: string) =>
    execa(process.execPath, [example, 'Home', password, `http://${here}:${place.ports.portal}`], {
      reject: false,
      timeout: 120_000,
    });

  await place.hotspot();
  const wrong = app('a wrong password');
  await place.reallyUntil(() => place.core.state.attempt?.state === 'waiting');
  await place.delivered();
  t.equal(await place.until(() => place.core.state.attempt?.state === 'failed'), true);
  await place.hotspot();
  const failed = await wrong;
  t.equal(failed.exitCode, 1);
  t.match(failed.stderr, 'Home: bad or missing password');
  t.match(failed.stdout, /^\d+ % {2}Home {2}\(WPA2\)$/m);

  const right = app('home-password');
  await place.reallyUntil(() => place.core.state.attempt?.state === 'waiting');
  await place.delivered();
  t.equal(await place.until(() => place.mode === 'station'), true);
  const worked = await right;
  t.equal(worked.exitCode, 0, worked.stderr);
  t.match(worked.stdout, 'The machine is on Home.');
  t.equal(JSON.parse(await readFile(place.paths.credentials, 'utf8')).cloud.id, 'part-1');
});
