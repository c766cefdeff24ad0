import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import type { Core } from '../../daemon/appliance/core.ts';
import { type Memory, remember } from '../../daemon/appliance/memory.ts';

t.test('a write that fails is told by what it was to keep, and so is the one that works again', async (t) => {
  const full = new Error('disk full');
  let disk: 'full' | 'free' = 'full';
  const onDisk = async () => {
    if (disk === 'full') throw full;
  };
  const memory = { writeOffline: async () => {}, writeAttempt: onDisk, writeReboots: onDisk } as unknown as Memory;
  const listeners: ((change: object) => void)[] = [];
  const state = (attempt: string) => ({ offline: {}, attempt: { state: attempt }, reboots: { inARow: 0 } });
  const core = { state: state('waiting'), onChange: (listener: () => void) => listeners.push(listener) };
  const told: unknown[] = [];
  remember(core as unknown as Core, memory, (what, error) => told.push([what, error]));
  await turn();
  t.strictSame(told.splice(0).sort(), [
    ['attempt', full],
    ['offline', undefined],
  ]);
  disk = 'free';
  for (const listener of listeners) listener({ before: state('waiting'), state: state('failed') });
  await turn();
  t.strictSame(told, [['attempt', undefined]]);
});
