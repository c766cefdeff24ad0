import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createNameServer } from '../dns/server.ts';
import type { Clock } from '../netplan/clock.ts';
import { DbusNetworks } from '../netplan/dbus/networks.ts';
import { runProgram } from '../netplan/dbus/program.ts';
import { portHolder } from '../netplan/dbus/selfcheck.ts';
import { seconds } from '../netplan/duration.ts';
import { loadPage } from '../portal/assets.ts';
import { agent } from './agent.ts';
import { realClock } from './clock.ts';
import { clockDoubt, dateOfPages, synchronisedBySystemd, type TimeOfDayParts } from './cloud/time-of-day.ts';
import { cloudLogs } from './cloud-logs.ts';
import { Configuration } from './configuration.ts';
import { controlDoor } from './control/door.ts';
import { digestKey } from './digest-key.ts';
import { makeFolder, readBounded } from './files.ts';
import { Health } from './health.ts';
import { hotspotConditions } from './hotspot-conditions.ts';
import { internetProbe } from './internet-probe.ts';
import { readLayers } from './layers-on-disk.ts';
import type { LogRecord } from './log-record.ts';
import type { Log } from './logging.ts';
import { networkCalls } from './network-calls.ts';
import type { Notify, Supervision } from './notify.ts';
import type { Paths } from './paths.ts';
import { provisionRequest } from './provision-request.ts';
import { restartCall } from './restart-call.ts';
import { restartDoor } from './restart-door.ts';
import type { ServerUnit } from './server/unit.ts';
import { supervisedServer } from './supervised-server.ts';
import { runUnits } from './unit.ts';
import { upstreamResolver } from './upstream.ts';
import { agentVersion, builtAt } from './version.ts';
import { loopStandstill, watchdogUnit } from './watchdog.ts';

export type ServiceOptions = {
  readonly paths: Paths;
  readonly log: Log;
  readonly setLevel: (level: 'debug' | 'info') => void;
  /** Hears each record. */
  readonly tap: (listener: (record: LogRecord) => void) => void;
  readonly debug: boolean;
  /** Neither an installed service nor root: never reboots. */
  readonly devMode: boolean;
  readonly signal: AbortSignal;
  /** `--wait` or `AGENT_WAIT_FOR_UPDATE`. */
  readonly wait: boolean;
  /** `AGENT_FAST_START`. */
  readonly fastStart: boolean;
  readonly notify: Notify;
  readonly supervision: Supervision;
};

const longestSettings = 1024 * 1024;

/** Where the page and the API's description are: beside the bundle, or in the source tree. */
const asset = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The agent on a real machine, until `signal` aborts. */
export async function runService(options: ServiceOptions): Promise<void> {
  const { paths, log, devMode, signal } = options;
  const clock: Clock = realClock();
  const logs = cloudLogs(paths, clock, options.debug);
  options.tap(logs.intake.take);
  const health = new Health(clock);
  for (const folder of [paths.state, paths.run]) {
    await makeFolder(folder).catch((error: unknown) => {
      log.error({ err: error, folder }, 'a folder cannot be made');
      health.set('storage-unwritable', folder);
    });
  }
  const configuration = new Configuration(
    await readLayers(paths, (path, text) => log.error({ path, reason: text }, 'settings cannot be read')),
  );
  const level = () => {
    options.setLevel(options.debug || configuration.current.advanced_settings.debug ? 'debug' : 'info');
  };
  configuration.onChange(level);
  level();

  const key = await digestKey(paths.digestKey, (error) => log.warn({ err: error }, 'the key cannot be kept'));
  // The variable that every D-Bus program knows; tests and measurements keep away from the machine's own bus with it.
  const busAddress = process.env['DBUS_SYSTEM_BUS_ADDRESS'];
  const networks = new DbusNetworks({
    ...(busAddress === undefined ? {} : { busAddress }),
    clock,
    log: log.child({ unit: 'networkmanager' }),
    run: runProgram,
    configuredInterface: () => configuration.current.network_configuration.hotspot_interface,
    digestKey: key,
  });
  let server: ServerUnit | undefined;
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
    portHolder,
    upstream: upstreamResolver,
    digestKey: key,
    hostName: hostname(),
    agentVersion,
    mayReboot: !devMode,
    reboot: async () => {
      const { status, complaint } = await runProgram('systemctl', ['reboot'], { limit: seconds(60) });
      if (status !== 'done') throw new Error(`systemctl reboot ${status}: ${complaint}`);
    },
    cloud: {
      logs,
      clockDoubt: (end) => clockDoubt(timeOfDay(configuration), end),
      server: () => server?.status(),
      restarts: restartDoor(() => server),
      fastStart: options.fastStart,
    },
    serve: { namesPort: 53, portalPorts: [80], appPort: 4772 },
  });
  log.info({ version: agentVersion, devMode }, 'ready');
  const { credentials, cloud } = made;
  server = supervisedServer({ ...options, clock, health, configuration, credentials, fetched: cloud.fetched });
  await options.notify.ready();
  const watchdog = watchdogUnit(options.supervision, {
    ...{ clock, health, log },
    notify: options.notify,
    healthy: () => true,
    standstill: loopStandstill(),
  });
  signal.addEventListener('abort', () => void options.notify.stopping(), { once: true });
  // Signs of life go on until all have ended: machine-server may take longer for that than systemd waits for one.
  const ended = new AbortController();
  const watching = runUnits([watchdog], { clock, health, log, signal: ended.signal });
  await runUnits(
    [
      { name: 'bus', run: (end) => networks.run(end) },
      ...made.units,
      hotspotConditions(networks, made.appliance.core, health),
      server,
      provisionRequest(paths.provisionRequest, () => made.appliance.core.take({ kind: 'provision' }), clock, log),
      controlDoor({
        path: paths.control,
        calls: { restart: restartCall(server, clock), ...networkCalls(made.appliance.core, clock) },
        log: log.child({ unit: 'control' }),
      }),
    ],
    { clock, health, log, signal },
  );
  ended.abort();
  await watching;
}

/** What can be known about the time of day on a real machine. */
const timeOfDay = (configuration: Configuration): TimeOfDayParts => ({
  now: () => Date.now(),
  builtAt,
  synchronised: synchronisedBySystemd,
  dateFromOutside: dateOfPages(() => configuration.current.network_configuration.connectivity_check_urls),
});
