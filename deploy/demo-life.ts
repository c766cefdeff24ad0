import { readFile, rm } from 'node:fs/promises';
import { type Agent, agent } from '../daemon/agent.ts';
import { CloudError, type CloudLink } from '../daemon/cloud/link.ts';
import type { CloudSurroundings } from '../daemon/cloud-client.ts';
import { cloudLogs } from '../daemon/cloud-logs.ts';
import { Configuration } from '../daemon/configuration.ts';
import { digestKey } from '../daemon/digest-key.ts';
import { makeFolder, readBounded } from '../daemon/files.ts';
import { Health } from '../daemon/health.ts';
import { layerFromText } from '../daemon/layers.ts';
import type { Log, Logging } from '../daemon/logging.ts';
import type { Paths } from '../daemon/paths.ts';
import { provisionedLayer } from '../daemon/provisioned.ts';
import { runUnits } from '../daemon/unit.ts';
import { agentVersion } from '../daemon/version.ts';
import { createNameServer } from '../dns/server.ts';
import type { Clock } from '../netplan/clock.ts';
import type { Town } from '../netplan/simulated/town.ts';
import type { LoadedPage } from '../portal/assets.ts';
import type { MachineCredentials } from '../portal/session.ts';

/** Where the demo listens: nothing of it leaves the laptop. */
export const here = '127.0.0.1';

export type LifeOptions = {
  readonly town: Town;
  readonly clock: Clock;
  readonly log: Log;
  /** Gives each record to a listener; returns how to stop. */
  readonly tap: Logging['tap'];
  /** How the cloud is reached; over the town's own internet unless it is a test's. */
  readonly open?: CloudSurroundings['open'];
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

export async function startLife({ town, clock, log, tap, open, paths, page, ports }: LifeOptions): Promise<Life> {
  // What a boot clears.
  await rm(paths.run, { recursive: true, force: true });
  for (const folder of [paths.run, paths.state]) await makeFolder(folder);
  const health = new Health(clock);
  const logs = cloudLogs(paths, clock, false);
  const untap = tap(logs.intake.take);
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
    cloud: {
      logs,
      clockDoubt: async () => undefined,
      server: () => undefined,
      fastStart: false,
      open: open ?? throughTown(town),
    },
    serve: { listenOn: here, namesPort: ports.names, portalPorts: [ports.portal], appPort: ports.app },
  });
  const over = runUnits(made.units, { clock, health, log, signal: stop.signal }).then(() => {
    untap();
    return reboots;
  });
  return { agent: made, health, over, end: () => stop.abort() };
}

/** The cloud may be on this laptop, but the device reaches it only where the town has internet for it. */
const throughTown =
  (town: Town) =>
  async (credentials: MachineCredentials): Promise<CloudLink> => {
    const { Connection } = await import('../daemon/cloud/connection.ts');
    const link = new Connection(credentials, 'demo');
    const reach = () => {
      if (town.probe() !== 'yes') throw new CloudError('unreachable', 'there is no internet in this part of the town');
      return link;
    };
    return {
      configuration: async (report, options) => reach().configuration(report, options),
      log: async (queue, records, options) => reach().log(queue, records, options),
      needsRestart: async (options) => reach().needsRestart(options),
      close: () => link.close(),
    };
  };
