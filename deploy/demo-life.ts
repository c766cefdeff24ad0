import { readFile, rm } from 'node:fs/promises';
import { type Agent, agent } from '../daemon/agent.ts';
import { Configuration } from '../daemon/configuration.ts';
import { digestKey } from '../daemon/digest-key.ts';
import { makeFolder, readBounded } from '../daemon/files.ts';
import { Health } from '../daemon/health.ts';
import { layerFromText } from '../daemon/layers.ts';
import type { Log } from '../daemon/logging.ts';
import type { Paths } from '../daemon/paths.ts';
import { provisionedLayer } from '../daemon/provisioned.ts';
import { runUnits } from '../daemon/unit.ts';
import { agentVersion } from '../daemon/version.ts';
import { createNameServer } from '../dns/server.ts';
import type { Clock } from '../netplan/clock.ts';
import type { Town } from '../netplan/simulated/town.ts';
import type { LoadedPage } from '../portal/assets.ts';

/** Where the demo listens: nothing of it leaves the laptop. */
export const here = '127.0.0.1';

export type LifeOptions = {
  readonly town: Town;
  readonly clock: Clock;
  readonly log: Log;
  readonly paths: Paths;
  readonly page: LoadedPage;
  readonly ports: { readonly portal: number; readonly names: number; readonly app: number };
};

/** One life of the simulated device, from a boot to the next. */
export type Life = {
  readonly agent: Agent;
  readonly health: Health;
  /** Resolves with `true` when the device reboots, with `false` when it was ended. */
  readonly over: Promise<boolean>;
  end(): void;
};

const longestDefaults = 1024 * 1024;

export async function startLife({ town, clock, log, paths, page, ports }: LifeOptions): Promise<Life> {
  // What a boot clears.
  await rm(paths.run, { recursive: true, force: true });
  for (const folder of [paths.run, paths.state]) await makeFolder(folder);
  const health = new Health(clock);
  const defaults = await readBounded(paths.defaults, longestDefaults);
  const configuration = new Configuration([
    ...(defaults === undefined ? [] : [layerFromText('defaults', defaults)]),
    await provisionedLayer(paths.provisioned),
  ]);
  const stop = new AbortController();
  let reboots = false;
  const made = await agent({
    clock,
    log,
    health,
    configuration,
    networks: town.networks(),
    nameServer: createNameServer(),
    paths,
    page,
    openapi: await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
    probe: async () => town.probe(),
    portHolder: async () => undefined,
    upstream: () => undefined,
    digestKey: await digestKey(paths.digestKey, (error) => log.warn({ err: error }, 'the key cannot be kept')),
    hostName: 'demo',
    agentVersion,
    mayReboot: true,
    reboot: async () => {
      reboots = true;
      stop.abort();
    },
    serve: { listenOn: here, namesPort: ports.names, portalPorts: [ports.portal], appPort: ports.app },
  });
  const over = runUnits(made.units, { clock, health, log, signal: stop.signal }).then(() => reboots);
  return { agent: made, health, over, end: () => stop.abort() };
}
