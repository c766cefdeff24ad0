import type { Clock } from '../netplan/clock.ts';
import { seconds } from '../netplan/duration.ts';
import { type ControlCall, ControlError } from './control/calls.ts';
import type { ServerUnit } from './server/unit.ts';

/** Longer than the server's own answer to the question may take. */
const patience = seconds(8);
const lookEvery = seconds(0.2);

const impossible = {
  disabled: 'machine-server is disabled by the setting "disable_viam_server"',
  'not-configured': 'machine-server has no machine credentials yet',
  'shutting-down': 'the agent is ending',
} as const;

/** Wishes a restart of machine-server for the operator, and says what comes of it. */
export function restartCall(server: ServerUnit, clock: Clock): ControlCall {
  return async (_input, signal) => {
    const before = server.status();
    const { obstacle } = before;
    if (obstacle !== undefined && obstacle !== 'waiting-for-configuration') {
      throw new ControlError('not-possible', impossible[obstacle]);
    }
    server.restart('operator');
    if (before.phase === 'stopped') return { text: startText[obstacle ?? 'none'] };
    for (const end = clock.now() + patience; clock.now() < end && !signal.aborted; ) {
      const { phase, restart } = server.status();
      if (phase !== 'running' || restart === undefined) return { text: 'machine-server restarts now' };
      if (restart.waits) return { text: `machine-server restarts when it may: ${restart.waits}` };
      await clock.wait(lookEvery, signal);
    }
    return { text: 'machine-server restarts when it may: it has not answered yet' };
  };
}

const startText = {
  none: 'machine-server starts now',
  'waiting-for-configuration': 'machine-server starts as soon as the first look for a new configuration is over',
} as const;
