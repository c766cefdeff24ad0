import type { Log } from '../logging.ts';
import type { Core } from './core.ts';
import type { Memory } from './memory.ts';

/**
 * Reboots when the machine says so: the count first, because a reboot that is not counted could be followed by another
 * for ever. Where that is known to be impossible, the machine has waited eight times as long instead.
 */
export function rebootOnWish(core: Core, memory: Memory, reboot: () => Promise<void>, log: Log): () => void {
  async function now(inARow: number, writable: boolean): Promise<void> {
    try {
      await memory.writeReboots(inARow);
    } catch (error) {
      if (writable) {
        log.error({ err: error }, 'no reboot: its count cannot be written');
        core.take({ kind: 'reboots', writable: false });
        return;
      }
      log.warn({ err: error }, 'the count of reboots cannot be written');
    }
    try {
      log.warn({ inARow }, 'rebooting: offline for too long');
      await reboot();
    } catch (error) {
      log.error({ err: error }, 'the reboot was refused');
    }
  }
  return core.onChange(({ before, state }) => {
    const { mode, reboots } = state;
    if (mode.kind === 'rebooting' && mode !== before.mode) void now(reboots.inARow, reboots.writable);
  });
}
