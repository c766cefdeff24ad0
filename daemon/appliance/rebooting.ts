import type { Log } from '../logging.ts';
import type { Core } from './core.ts';
import type { Memory } from './memory.ts';

/**
 * Reboots when the machine says so: the count first, because a reboot that is not counted could be followed by another
 * for ever.
 */
export function rebootOnWish(core: Core, memory: Memory, reboot: () => Promise<void>, log: Log): () => void {
  async function now(inARow: number): Promise<void> {
    try {
      await memory.writeReboots(inARow);
    } catch (error) {
      log.error({ err: error }, 'no reboot: its count cannot be written');
      core.take({ kind: 'reboots', writable: false });
      return;
    }
    try {
      log.warn({ inARow }, 'rebooting: offline for too long');
      await reboot();
    } catch (error) {
      log.error({ err: error }, 'the reboot was refused');
    }
  }
  return core.onChange(({ before, state }) => {
    if (before.mode.kind !== 'rebooting' && state.mode.kind === 'rebooting') void now(state.reboots.inARow);
  });
}
