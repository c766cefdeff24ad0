import { watch } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../netplan/clock.ts';
import { seconds } from '../netplan/duration.ts';
import { Bell } from './bell.ts';
import { codeOf } from './errors.ts';
import type { Log } from './logging.ts';
import type { Unit } from './unit.ts';

/** inotify tells at once; this often we look all the same, should it not be there. */
const safetyNet = seconds(20);

/** A touched file starts the hotspot, for buttons and scripts: it is removed, so that it can be touched again. */
export function provisionRequest(path: string, provision: () => void, clock: Clock, log: Log): Unit {
  return {
    name: 'provision request',
    async run(signal) {
      const bell = new Bell(signal);
      try {
        const watcher = watch(dirname(path), { signal }, bell.ring);
        watcher.on('error', (error) => log.debug({ err: error }, 'the request is looked for now and then only'));
      } catch (error) {
        log.debug({ err: error }, 'the request is looked for now and then only');
      }
      while (!signal.aborted) {
        if (await isThere(path)) {
          // Removed first: touched again meanwhile, it is another request.
          await rm(path, { force: true, recursive: false });
          log.info({ path }, 'the hotspot was asked for by a file');
          provision();
          continue;
        }
        await bell.sleep(clock, safetyNet);
      }
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
