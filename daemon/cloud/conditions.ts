import { minutes } from '../../netplan/duration.ts';
import { atOnce, type ConditionWords } from '../condition.ts';

/** What can be wrong between here and the cloud. */
export const cloudConditions = {
  'clock-implausible': {
    severity: 'warning',
    title: 'Time of day is wrong',
    text: 'The clock shows an impossible date, so that no secure connection can be made. It is corrected once online.',
    holdsFor: minutes(1),
  },
  'cloud-unreachable': {
    severity: 'warning',
    title: 'Cloud cannot be reached',
    text: 'The machine is online, but its cloud does not answer. The last known settings are used.',
    holdsFor: minutes(2),
  },
  'cloud-not-trusted': {
    severity: 'warning',
    title: 'Cloud is not trusted',
    text: 'The certificate of the cloud cannot be trusted. A sign-in page or a proxy may be in between. Nothing was sent.',
    holdsFor: atOnce,
  },
  'cloud-refuses-credentials': {
    severity: 'error',
    title: 'Cloud refuses the credentials',
    text: 'The cloud does not know this machine, or its key was changed. Give the machine its present credentials.',
    holdsFor: atOnce,
  },
  'fragment-refused': {
    severity: 'warning',
    title: 'Fragment is not used',
    text: 'The cloud does not use the fragment that was given to this machine. Give it another one on its sign-in page.',
    holdsFor: atOnce,
  },
} as const satisfies Record<string, ConditionWords>;
