import type { NameServer } from '../dns/server.ts';
import type { Clock } from '../netplan/clock.ts';
import type { Networks } from '../netplan/networks.ts';
import type { Secret } from '../netplan/secret.ts';
import type { LoadedPage } from '../portal/assets.ts';
import type { InternetProbe } from './appliance/probing.ts';
import { type Appliance, appliance } from './appliance.ts';
import { CredentialStore } from './cloud/credential-store.ts';
import { type CloudClient, type CloudSurroundings, cloudClient } from './cloud-client.ts';
import type { Configuration } from './configuration.ts';
import { appDoor } from './doors/app.ts';
import { doorConditions, type PortHolder } from './doors/conditions.ts';
import { namesDoor } from './doors/names.ts';
import { portalDoor } from './doors/portal.ts';
import type { Health } from './health.ts';
import { healthWatch } from './health-watch.ts';
import type { Log } from './logging.ts';
import { memoryFiles } from './memory-files.ts';
import type { Paths } from './paths.ts';
import { provisionedKeeper } from './provisioned.ts';
import { settingsConditions } from './settings-conditions.ts';
import { stateHook } from './state-hook.ts';
import type { Unit } from './unit.ts';

/** Everything outside that differs between a robot, a laptop and a test. */
export type Surroundings = {
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Health;
  readonly configuration: Configuration;
  readonly networks: Networks;
  readonly nameServer: NameServer;
  readonly paths: Paths;
  readonly page: LoadedPage;
  readonly openapi: string;
  readonly probe: InternetProbe;
  readonly portHolder: PortHolder;
  /** The device's own resolver on its uplink. */
  readonly upstream: () => string | undefined;
  readonly digestKey: Secret;
  readonly hostName: string;
  readonly agentVersion: string;
  readonly mayReboot: boolean;
  readonly reboot: () => Promise<void>;
  readonly cloud: CloudSurroundings;
  /** `listenOn`: a laptop has no hotspot address; everything is served there instead. */
  readonly serve: {
    readonly listenOn?: string;
    readonly namesPort: number;
    readonly portalPorts: readonly number[];
    readonly appPort: number;
  };
};

export type Agent = {
  readonly appliance: Appliance;
  readonly credentials: CredentialStore;
  readonly cloud: CloudClient;
  readonly units: readonly Unit[];
};

/** The agent's parts, joined: the same on a robot, in the demo and in a test; only the surroundings differ. */
export async function agent(surroundings: Surroundings): Promise<Agent> {
  const { clock, log, health, configuration, paths, hostName, agentVersion, serve } = surroundings;
  const { listenOn } = serve;
  const where = listenOn === undefined ? {} : { listenOn };

  const credentials = new CredentialStore({
    path: paths.credentials,
    claimedPath: paths.claimed,
    clock,
    log: log.child({ unit: 'credentials' }),
    health,
  });
  await credentials.load();
  const provisioned = provisionedKeeper(paths.provisioned, configuration);
  settingsConditions(configuration, health, log);
  if (surroundings.page.problem !== undefined) {
    log.error({ err: surroundings.page.problem }, 'the plain page is used');
    health.set('plain-page');
  }

  const doorsMade: ReturnType<typeof portalDoor>[] = [];
  const made = await appliance({
    clock,
    log: log.child({ unit: 'network' }),
    health,
    networks: surroundings.networks,
    settings: configuration,
    credentials: {
      get taken() {
        return credentials.taken;
      },
      get usable() {
        return credentials.usable;
      },
      get current() {
        return credentials.current;
      },
      onChange: (listener) => credentials.onChange(listener),
      writeCredentials: (given) => credentials.writeCredentials(given),
      writeProvisioned: provisioned,
    },
    memory: memoryFiles(paths, log),
    doors: (session) => {
      const app = appDoor({ session, clock, log: log.child({ unit: 'app' }), port: serve.appPort, ...where });
      const portal = portalDoor({
        session,
        page: surroundings.page.page,
        openapi: surroundings.openapi,
        hostName,
        clock,
        log: log.child({ unit: 'portal' }),
        ports: serve.portalPorts,
        appApi: app.api,
        ...where,
      });
      doorsMade.push(portal);
      const names = namesDoor({
        server: surroundings.nameServer,
        hostName,
        port: serve.namesPort,
        upstream: surroundings.upstream,
        ...where,
      });
      return [names, portal, app];
    },
    doorReport: doorConditions(health, surroundings.portHolder),
    probe: surroundings.probe,
    digestKey: surroundings.digestKey,
    hostName,
    agentVersion,
    mayReboot: surroundings.mayReboot,
    reboot: surroundings.reboot,
  });

  const cloud = await cloudClient({
    ...surroundings.cloud,
    ...{ clock, health, configuration, credentials, paths, agentVersion, hostName },
    log: log.child({ unit: 'cloud' }),
    core: made.core,
  });

  return {
    appliance: made,
    credentials,
    cloud,
    units: [
      ...made.units,
      ...doorsMade.map((portal) => portal.resultUnit(made.core)),
      credentials.unit(),
      ...cloud.units,
      stateHook({
        core: made.core,
        clock,
        log: log.child({ unit: 'state hook' }),
        program: () => configuration.current.network_configuration.state_hook,
      }),
      healthWatch(health, clock, log),
    ],
  };
}
