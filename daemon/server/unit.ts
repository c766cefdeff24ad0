import type { Unit } from '../unit.ts';
import type { ServerParts } from './parts.ts';
import type { ServerStatus } from './report.ts';
import type { Permission, RestartReason } from './state.ts';
import { Supervisor } from './supervisor.ts';

export type ServerUnit = Unit & {
  /** Settings, credentials or the program may be others now. Cheap; does nothing when they are not. */
  changed(): void;
  /** Restarts the server once the rules allow it; starts it at once where it waits after a failure. */
  restart(reason: 'operator' | 'cloud' | 'version'): void;
  /** Whether the agent might end or restart the server right now: our window, then the server's own word. */
  mayRestart(signal: AbortSignal): Promise<Permission>;
  status(): ServerStatus;
  /** Whether the server leaves it to the agent to ask the cloud for restarts; `undefined` until it has said so. */
  readonly leavesRestartsToAgent: boolean | undefined;
};

/** Keeps one machine-server running: started, watched, restarted, never two, never orphaned. */
export function serverUnit(parts: ServerParts): ServerUnit {
  const supervisor = new Supervisor(parts);
  return {
    name: 'server',
    run: (signal) => supervisor.run(signal),
    changed: () => supervisor.changed(),
    restart: (reason: RestartReason) => supervisor.restart(reason),
    mayRestart: (signal) => supervisor.mayRestart(signal),
    status: () => supervisor.status(),
    get leavesRestartsToAgent() {
      return supervisor.leavesRestartsToAgent;
    },
  };
}
