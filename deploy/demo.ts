// `npm start`: the whole appliance in the simulated town, without root and without a radio. Ends with Ctrl-C.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realClock } from '../daemon/clock.ts';
import { makeFolder } from '../daemon/files.ts';
import { openLogging } from '../daemon/logging.ts';
import { pathsUnder } from '../daemon/paths.ts';
import { openTownPage, townApp } from '../netplan/simulated/page.ts';
import { SteeredClock } from '../netplan/simulated/steered-clock.ts';
import { loadPage } from '../portal/assets.ts';
import { demoCloud } from './demo-cloud.ts';
import { DemoExtras } from './demo-extras.ts';
import { here, startLife } from './demo-life.ts';
import { demoTown } from './demo-town.ts';

const dist = fileURLToPath(new URL('../dist/page', import.meta.url));
const port = (name: string, usual: number) => Number(process.env[name] ?? usual);
const ports = {
  portal: port('PORTAL_PORT', 8080),
  town: port('TOWN_PORT', 8081),
  names: port('NAMES_PORT', 5300),
  app: port('APP_PORT', 4772),
  cloud: port('CLOUD_PORT', 8082),
};

if (!existsSync(`${dist}/render.js`)) {
  const { buildPage } = await import('../portal/page/build.ts');
  await buildPage(dist);
}

let stopping = false;
let life: Awaited<ReturnType<typeof startLife>> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping = true;
    life?.end();
  });
}

const folder = await mkdtemp(join(tmpdir(), 'machine-agent-demo-'));
const paths = { ...pathsUnder(folder), defaults: process.env['DEFAULTS'] ?? join(folder, 'defaults.json') };
await makeFolder(join(folder, 'etc'));
const level = process.env['AGENT_DEBUG'] === undefined ? 'info' : 'debug';
const logging = await openLogging(process.stdout.isTTY ? 'terminal' : 'json', level);
const clock = new SteeredClock(realClock());
const town = demoTown(clock);
const page = await loadPage(dist);
const extras = new DemoExtras(clock, ports.portal);
const townPage = await townApp(town, extras);
const townAddress = await openTownPage(townPage, ports.town).catch(async (error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE';
  process.stderr.write(
    taken
      ? `Port ${ports.town} is taken, perhaps by another npm start. End that, or choose others: TOWN_PORT=… PORTAL_PORT=… NAMES_PORT=… npm start\n`
      : `The town's page cannot be served: ${error.message}\n`,
  );
  await rm(folder, { recursive: true, force: true });
  process.exit(1);
});

// Without a cloud the rest is worth seeing too.
const { log } = logging;
const cloud = await demoCloud({ folder, port: ports.cloud, credentials: paths.credentials, log }).catch(
  (error: Error) =>
    void log.error({ err: error, port: ports.cloud }, 'there is no cloud: choose another port with CLOUD_PORT'),
);

process.stdout.write(`
machine-agent in the simulated town: nothing here leaves this computer.

  the town          ${townAddress}   switch access points and cables, speed time up, watch
  the phone's page  http://${here}:${ports.portal}/   what a phone sees on the hotspot (while it is up)
  names             dig @${here} -p ${ports.names} example.com
  the app's API     ${here}:${ports.app}   gRPC, for apps and SDKs (while the hotspot is up); see docs/app-api.md
  the cloud         ${cloud?.pageUrl ?? 'none'}
                    settings down, reports and logs up, training; see docs/local-cloud.md

The device has been set up before: it waits two minutes for a network before its hotspot opens, or less while the town's
page speeds time up.

Try: pick "Home" with a wrong password, then with "home-password". Ctrl-C ends it.

`);

while (!stopping) {
  life = await startLife({ town, clock, log, tap: logging.tap, paths, page, ports });
  extras.follow(life);
  await life.over;
}
await townPage.close();
await cloud?.close();
town.close();
await rm(folder, { recursive: true, force: true });
await logging.flush();
