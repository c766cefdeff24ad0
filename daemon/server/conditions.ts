import { minutes, seconds } from '../../netplan/duration.ts';
import { atOnce, type ConditionWords } from '../condition.ts';

/** What can be wrong with machine-server. */
export const serverConditions = {
  'server-binary-missing': {
    severity: 'error',
    title: 'machine-server is not installed',
    text: 'The program of machine-server is missing or cannot be run here. It is tried again when its file changes.',
    holdsFor: atOnce,
  },
  'server-crash-loop': {
    severity: 'error',
    title: 'machine-server keeps failing',
    text: 'machine-server ends soon after each start. It is started again, with growing pauses; its log says why.',
    holdsFor: atOnce,
  },
  'server-does-not-start': {
    severity: 'error',
    title: 'machine-server does not start',
    text: 'machine-server runs but does not begin to serve in time. It is ended and started again; its log says why.',
    holdsFor: atOnce,
  },
  'server-out-of-memory': {
    severity: 'error',
    title: 'machine-server ran out of memory',
    text: 'The system ended machine-server because memory was short. It was started again; see what it runs.',
    holdsFor: atOnce,
  },
  'server-does-not-end': {
    severity: 'error',
    title: 'machine-server cannot be ended',
    text: 'machine-server is stuck in the system and does not end even by force. None is started beside it.',
    holdsFor: seconds(30),
  },
  'server-leftovers': {
    severity: 'warning',
    title: 'Processes of machine-server are stuck',
    text: 'machine-server has ended, but processes it had started cannot be ended. They may hold its devices.',
    holdsFor: atOnce,
  },
  'server-restart-waits': {
    severity: 'info',
    title: 'machine-server waits for a restart',
    text: 'Something changed that needs a restart of machine-server. It happens as soon as it is allowed.',
    holdsFor: minutes(1),
  },
  'server-unreachable': {
    severity: 'warning',
    title: 'machine-server does not answer',
    text: 'machine-server does not say whether it may be restarted. After ten minutes it is restarted all the same.',
    holdsFor: minutes(1),
  },
} as const satisfies Record<string, ConditionWords>;
