import type { RestartDoor } from './cloud/restart-wishes.ts';
import type { ServerUnit } from './server/unit.ts';

type Server = Pick<ServerUnit, 'status' | 'mayRestart' | 'leavesRestartsToAgent' | 'restart'>;

/**
 * The cloud's way to a restart of machine-server. Whether the server leaves that to the agent is in its answer to the
 * question whether it may be restarted (`does_not_handle_needs_restart`); it is asked once in its life.
 * @param current the supervised server; `undefined` before there is one
 */
export const restartDoor = (current: () => Server | undefined): RestartDoor => ({
  async leftToAgent(signal) {
    const server = current();
    if (server?.status().phase !== 'running') return false;
    if (server.leavesRestartsToAgent === undefined) await server.mayRestart(signal);
    return server.leavesRestartsToAgent ?? false;
  },
  wish: () => current()?.restart('cloud'),
});
