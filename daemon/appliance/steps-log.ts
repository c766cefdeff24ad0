import type { Step } from '../../netplan/steps.ts';

/** A step in a few words: its name in the log, and in the memory of what failed. Holds no secret. */
export function nameOf(step: Step): string {
  switch (step.action) {
    case 'add':
    case 'update':
      return `${step.action} ${step.profile.name} (${step.digest})`;
    case 'guard':
    case 'undo':
    case 'trust':
      return `${step.action} ${step.guard}`;
    case 'remove':
    case 'leave':
    case 'keep':
      return `${step.action} ${step.id}`;
    case 'autoconnect':
      return step.allowed ? 'let NetworkManager choose' : 'hold the radio';
    case 'join': {
      const { target, attempt } = step.join;
      return `join ${target.kind === 'new' ? target.profile.name : target.id} (${attempt})`;
    }
    case 'hotspot-up':
      return `hotspot-up (${step.digest})`;
    case 'hotspot-down':
      return 'hotspot-down';
  }
}
