import type { Clock } from '../../netplan/clock.ts';
import type { Health } from '../health.ts';
import type { Log } from '../logging.ts';
import type { AdvancedSettings } from '../settings.ts';
import type { Processes } from './processes.ts';
import type { Window } from './window.ts';

export type ServerSettings = Pick<
  AdvancedSettings,
  'disable_viam_server' | 'viam_server_env' | 'viam_server_start_timeout_minutes' | 'wait_for_update_check'
> & { readonly maintenance_window: Window | undefined };

/** Which program is to run when the server is started next. `path` may be a link that is switched by an update. */
export type ServerProgram = { readonly path: string; readonly version: string | undefined };

/** What the supervisor needs of the rest. The three functions are asked for each decision; `changed()` says when to. */
export type ServerParts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Pick<Health, 'set' | 'clear'>;
  settings(): ServerSettings;
  /** Given to the server as `-config`. */
  readonly credentialsFile: string;
  /** A digest of the usable credentials in it: another one means that the server must begin anew. `undefined`: none. */
  credentials(): string | undefined;
  program(): ServerProgram;
  /** The agent's own environment, which the server inherits. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the server runs. */
  readonly workFolder: string;
  /** For what is known of the running server, on a file system that a reboot empties; absolute, one agent's own. */
  readonly runFolder: string;
  readonly firstStart: {
    /** `--wait` or `AGENT_WAIT_FOR_UPDATE`: as `wait_for_update_check`. */
    readonly wait: boolean;
    /** `AGENT_FAST_START`: never wait. */
    readonly fast: boolean;
    /** Resolves when configuration and versions were fetched once, or could not be; the supervisor sets the limit. */
    fetched(signal: AbortSignal): Promise<unknown>;
  };
  /** The time of day, milliseconds since 1970, for the maintenance window. */
  readonly timeOfDay: () => number;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
  readonly processes: Processes;
};
