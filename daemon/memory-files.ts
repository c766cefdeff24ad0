import * as z from 'zod';
import { joinReasons } from '../netplan/reasons.ts';
import type { Ssid } from '../netplan/ssid.ts';
import type { Memory } from './appliance/memory.ts';
import { readBounded, writeWhole } from './files.ts';
import type { Log } from './logging.ts';
import type { AttemptRecord, OfflineCount } from './provisioning/state.ts';

const longestFile = 16 * 1024;
const moment = z.number().optional();

const offlineShape = z.object({ counted: z.number().min(0), running: moment, online: moment, since: moment });
const attemptShape = z.object({
  id: z.string().min(1).max(64),
  ssid: z
    .string()
    .regex(/^([0-9a-f]{2}){1,32}$/)
    .optional(),
  profile: z.string().max(64).optional(),
  state: z.enum(['waiting', 'connecting', 'connected', 'failed']),
  reason: z.enum(joinReasons).optional(),
  internet: z.enum(['yes', 'no', 'sign-in', 'unknown']).optional(),
});
const rebootsShape = z.object({ inARow: z.int().min(0).max(1000) });

export type MemoryPaths = {
  /** In `/run`: gone after a boot, as its moments on the monotonic clock are. */
  readonly offline: string;
  readonly attempt: string;
  readonly reboots: string;
};

/** What the provisioning machine remembers, each in a file of its own. A file that cannot be understood is as none. */
export function memoryFiles(paths: MemoryPaths, log: Log): Memory {
  async function read<T>(path: string, shape: z.ZodType<T>): Promise<T | undefined> {
    try {
      const content = await readBounded(path, longestFile);
      return content === undefined ? undefined : shape.parse(JSON.parse(content.toString('utf8')));
    } catch (error) {
      log.warn({ err: error, path }, 'what was remembered cannot be read');
      return undefined;
    }
  }
  const write = (path: string, value: object) => writeWhole(path, `${JSON.stringify(value)}\n`, { mode: 0o600 });

  return {
    async readOffline(): Promise<OfflineCount | undefined> {
      const found = await read(paths.offline, offlineShape);
      if (found === undefined) return undefined;
      const { counted, running, online, since } = found;
      return { counted, running, online, since };
    },
    async readAttempt(): Promise<AttemptRecord | undefined> {
      const found = await read(paths.attempt, attemptShape);
      if (found === undefined) return undefined;
      const { id, ssid, profile, state, reason, internet } = found;
      return { id, ssid: ssid as Ssid | undefined, profile, state, reason, internet };
    },
    async readReboots() {
      const inARow = (await read(paths.reboots, rebootsShape))?.inARow ?? 0;
      // Whether it could be written is known only by writing it: before a reboot it would be too late.
      const writable = await write(paths.reboots, { inARow }).then(
        () => true,
        () => false,
      );
      return { inARow, writable };
    },
    writeOffline: (offline) => write(paths.offline, offline),
    writeAttempt: (attempt) => write(paths.attempt, attempt),
    writeReboots: (inARow) => write(paths.reboots, { inARow }),
  };
}
