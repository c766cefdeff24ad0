import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../netplan/clock.ts';
import type { MachineCredentials } from '../portal/session.ts';
import type { CredentialStore } from './cloud/credential-store.ts';
import type { Configuration } from './configuration.ts';
import type { Health } from './health.ts';
import type { Log } from './logging.ts';
import type { Paths } from './paths.ts';
import { linuxProcesses } from './server/processes.ts';
import { type ServerUnit, serverUnit } from './server/unit.ts';

export type SupervisedServerOptions = {
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Health;
  readonly paths: Paths;
  readonly configuration: Configuration;
  readonly credentials: CredentialStore;
  readonly wait: boolean;
  /** Resolves when the cloud has answered once, or will not. */
  readonly fetched: (signal: AbortSignal) => Promise<void>;
  readonly fastStart: boolean;
};

/** machine-server, supervised with this agent's settings and credentials. */
export function supervisedServer(options: SupervisedServerOptions): ServerUnit {
  const { clock, log, health, paths, configuration, credentials, wait, fastStart } = options;
  const unit = serverUnit({
    clock,
    log: log.child({ unit: 'server' }),
    health,
    settings: () => configuration.current.advanced_settings,
    credentialsFile: paths.credentials,
    credentials: () => (credentials.current === undefined ? undefined : digestOf(credentials.current)),
    program: () => ({ path: paths.server, version: undefined }),
    environment: process.env,
    workFolder: paths.state,
    runFolder: join(paths.run, 'server'),
    firstStart: { wait, fast: fastStart, fetched: options.fetched },
    timeOfDay: () => Date.now(),
    random: Math.random,
    processes: linuxProcesses(),
  });
  configuration.onChange(() => unit.changed());
  credentials.onChange(() => unit.changed());
  return unit;
}

/** Another one means that the server must begin anew; says nothing of the secrets in it. */
function digestOf({ appAddress, id, secret, apiKey }: MachineCredentials): string {
  const text = JSON.stringify([appAddress, id, secret?.reveal(), apiKey?.id, apiKey?.key.reveal()]);
  return createHash('sha256').update(text).digest('base64url');
}
