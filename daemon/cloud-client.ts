import type { Clock } from '../netplan/clock.ts';
import type { MachineCredentials } from '../portal/session.ts';
import type { Core } from './appliance/core.ts';
import type { CredentialStore } from './cloud/credential-store.ts';
import { hostFacts } from './cloud/host-facts.ts';
import type { CloudLink } from './cloud/link.ts';
import { Links } from './cloud/links.ts';
import { LogSending } from './cloud/log-sending.ts';
import { LogWriting } from './cloud/log-writing.ts';
import type { CloudParts } from './cloud/parts.ts';
import { Polling } from './cloud/polling.ts';
import { type RestartDoor, RestartWishes } from './cloud/restart-wishes.ts';
import { Standing } from './cloud/standing.ts';
import type { CloudLogs } from './cloud-logs.ts';
import type { Configuration } from './configuration.ts';
import type { Health } from './health.ts';
import type { Log } from './logging.ts';
import type { Paths } from './paths.ts';
import { provisionedAnswers } from './provisioned.ts';
import { onlineNow } from './provisioning/online.ts';
import type { ServerStatus } from './server/report.ts';
import type { Unit } from './unit.ts';

/** What differs between a robot, the demo and a test. */
export type CloudSurroundings = {
  readonly logs: CloudLogs;
  readonly clockDoubt: CloudParts['clockDoubt'];
  /** Of the supervised machine-server, where there is one. */
  readonly server: () => ServerStatus | undefined;
  /** Its restarts by the cloud, where it leaves those to the agent. */
  readonly restarts?: RestartDoor;
  readonly fastStart: boolean;
  /** The real connection, unless it is a test's or goes through a simulated network. */
  readonly open?: (credentials: MachineCredentials) => Promise<CloudLink>;
};

export type CloudClientOptions = CloudSurroundings & {
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Health;
  readonly configuration: Configuration;
  readonly credentials: CredentialStore;
  readonly core: Core;
  readonly paths: Paths;
  readonly agentVersion: string;
  readonly hostName: string;
};

export type CloudClient = {
  readonly units: readonly Unit[];
  /** What the cloud said last; its `wishes` are for whoever installs versions. */
  readonly standing: Standing;
  /** Resolves when the cloud has answered, has refused the machine, or `signal` aborts. */
  fetched(signal: AbortSignal): Promise<void>;
};

/** The machine's side of its cloud: configuration down, reports and log records up. */
export async function cloudClient(options: CloudClientOptions): Promise<CloudClient> {
  const { clock, log, health, configuration, credentials, core, paths, logs, hostName } = options;
  const open = options.open ?? realLink(hostName);
  const links = new Links({ credentials, open });
  const parts: CloudParts = {
    ...{ clock, log, health, configuration, credentials, links },
    network: networkOf(core),
    news: newsOf(configuration),
    facts: factsOf(options),
    clockDoubt: options.clockDoubt,
    fastStart: options.fastStart,
    cachePath: paths.cloudCache,
    random: Math.random,
  };
  const standing = new Standing(parts);
  await standing.load();
  logs.follow(configuration, credentials);
  const { queue, intake } = logs;
  const polling = new Polling(parts, standing);
  const sending = new LogSending({ queue, intake, links, standing, clock, log, health, random: Math.random });
  const writing = new LogWriting({ queue, intake, clock, health });
  const restarts = options.restarts && { door: options.restarts, links, standing, clock, log, random: Math.random };
  return {
    standing,
    units: [
      { name: 'cloud', run: (signal) => polling.run(signal) },
      { name: 'log-writing', run: (signal) => writing.run(signal) },
      { name: 'log-sending', run: (signal) => sending.run(signal) },
      ...(restarts
        ? [{ name: 'restart-wishes', run: (end: AbortSignal) => new RestartWishes(restarts).run(end) }]
        : []),
    ],
    fetched: (signal) => fetched(standing, signal),
  };
}

const realLink =
  (hostName: string) =>
  async (credentials: MachineCredentials): Promise<CloudLink> => {
    const { Connection } = await import('./cloud/connection.ts');
    return new Connection(credentials, hostName);
  };

function networkOf(core: Core): CloudParts['network'] {
  const online = () => onlineNow(core.state, core.rules) === 'online';
  return {
    online,
    onChange(listener) {
      let before = online();
      return core.onChange(() => {
        const now = online();
        if (now === before) return;
        before = now;
        listener();
      });
    },
    onLinks(listener) {
      return core.onChange(({ before, state }) => {
        if (state.linksSince !== before.linksSince) listener();
      });
    },
    reaches: (reachable, asked) => core.take({ kind: 'cloud', reachable, asked }),
  };
}

const fragmentIn = (configuration: Configuration) => configuration.below('cloud').network_configuration.fragment_id;

/** A fragment that was typed on the phone is reported at once. */
const newsOf = (configuration: Configuration) => (listener: () => void) => {
  let before = fragmentIn(configuration);
  return configuration.onChange(() => {
    const now = fragmentIn(configuration);
    if (now === before) return;
    before = now;
    listener();
  });
};

function factsOf({ clock, health, configuration, paths, agentVersion, server, log }: CloudClientOptions) {
  const host = hostFacts();
  const started = clock.now();
  return async () => {
    const { version, uptime } = server() ?? {};
    const answers = await provisionedAnswers(paths.provisioned).catch((error: unknown) => {
      log.warn({ err: error }, 'what people answered cannot be read');
      return {};
    });
    return {
      host: await host,
      versions: { agent: agentVersion, server: version },
      uptime: clock.now() - started,
      serverUptime: uptime,
      fragmentId: fragmentIn(configuration),
      answers,
      conditions: health.list(clock.now()),
    };
  };
}

function fetched(standing: Standing, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => standing.reached === 'yes' || standing.reached === 'refused' || signal.aborted;
    const look = () => {
      if (!done()) return;
      stop();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const stop = standing.onChange(look);
    signal.addEventListener('abort', look);
    look();
  });
}
