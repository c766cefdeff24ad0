import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createNameServer } from '../dns/server.ts';
import type { Clock } from '../netplan/clock.ts';
import { DbusNetworks } from '../netplan/dbus/networks.ts';
import { runProgram } from '../netplan/dbus/program.ts';
import { seconds } from '../netplan/duration.ts';
import { loadPage } from '../portal/assets.ts';
import { agent } from './agent.ts';
import { realClock } from './clock.ts';
import { Configuration } from './configuration.ts';
import { digestKey } from './digest-key.ts';
import { makeFolder, readBounded } from './files.ts';
import { Health } from './health.ts';
import { hotspotConditions } from './hotspot-conditions.ts';
import { internetProbe } from './internet-probe.ts';
import { type Layer, layerFromText } from './layers.ts';
import type { Log } from './logging.ts';
import type { Paths } from './paths.ts';
import { provisionedLayer } from './provisioned.ts';
import { runUnits, type Unit } from './unit.ts';
import { upstreamResolver } from './upstream.ts';
import { agentVersion } from './version.ts';

export type ServiceOptions = {
  readonly paths: Paths;
  readonly log: Log;
  readonly setLevel: (level: 'debug' | 'info') => void;
  readonly debug: boolean;
  /** Neither an installed service nor root: never reboots. */
  readonly devMode: boolean;
  readonly signal: AbortSignal;
  /** Called once the appliance runs. */
  readonly ready: () => void;
  /** Units beside the appliance: systemd's watchdog, for example. */
  readonly units?: readonly Unit[];
};

const longestSettings = 1024 * 1024;

/** Where the page and the API's description are: beside the bundle, or in the source tree. */
const asset = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The agent on a real machine, until `signal` aborts. */
export async function runService(options: ServiceOptions): Promise<void> {
  const { paths, log, devMode, signal } = options;
  const clock: Clock = realClock();
  const health = new Health(clock);
  for (const folder of [paths.state, paths.run]) {
    await makeFolder(folder).catch((error: unknown) => {
      log.error({ err: error, folder }, 'a folder cannot be made');
      health.set('storage-unwritable', folder);
    });
  }
  const configuration = new Configuration(await layers(paths, log));
  const level = () => {
    options.setLevel(options.debug || configuration.current.advanced_settings.debug ? 'debug' : 'info');
  };
  configuration.onChange(level);
  level();

  const key = await digestKey(paths.digestKey, (error) => log.warn({ err: error }, 'the key cannot be kept'));
  const networks = new DbusNetworks({
    clock,
    log: log.child({ unit: 'networkmanager' }),
    run: runProgram,
    configuredInterface: () => configuration.current.network_configuration.hotspot_interface,
    digestKey: key,
  });
  const made = await agent({
    clock,
    log,
    health,
    configuration,
    networks,
    nameServer: createNameServer(),
    paths,
    page: await loadPage(asset('../dist/page')),
    openapi: (await readBounded(asset('../docs/openapi.json'), longestSettings))?.toString('utf8') ?? '{}',
    probe: internetProbe(() => configuration.current.network_configuration.connectivity_check_urls),
    upstream: upstreamResolver,
    digestKey: key,
    hostName: hostname(),
    agentVersion,
    mayReboot: !devMode,
    reboot: async () => {
      const { status, complaint } = await runProgram('systemctl', ['reboot'], { limit: seconds(60) });
      if (status !== 'done') throw new Error(`systemctl reboot ${status}: ${complaint}`);
    },
    serve: { namesPort: 53, portalPorts: [80] },
  });
  log.info({ version: agentVersion, devMode }, 'ready');
  options.ready();
  await runUnits(
    [
      { name: 'bus', run: (end) => networks.run(end) },
      ...made.units,
      hotspotConditions(networks, made.appliance.core, health),
      ...(options.units ?? []),
    ],
    { clock, health, log, signal },
  );
}

async function layers(paths: Paths, log: Log): Promise<readonly Layer[]> {
  const read = async (name: 'defaults' | 'cloud', path: string): Promise<readonly Layer[]> => {
    try {
      const content = await readBounded(path, longestSettings);
      return content === undefined ? [] : [layerFromText(name, content)];
    } catch (error) {
      log.error({ err: error, path }, 'settings cannot be read');
      return [];
    }
  };
  return [
    ...(await read('defaults', paths.defaults)),
    await provisionedLayer(paths.provisioned).catch(() => ({ name: 'provisioned' as const, value: {} })),
    ...(await read('cloud', paths.cloudCache)),
  ];
}
