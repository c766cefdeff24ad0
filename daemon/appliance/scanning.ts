import type { Clock } from '../../netplan/clock.ts';
import { hours, milliseconds } from '../../netplan/duration.ts';
import type { Networks } from '../../netplan/networks.ts';
import { Bell } from '../bell.ts';
import type { Log } from '../logging.ts';
import type { Core } from './core.ts';
import type { Watcher } from './watching.ts';

/** Looks for networks as often as the present state asks for; what a scan finds comes in by the next look. */
export async function scanNowAndThen(
  core: Core,
  networks: Networks,
  watcher: Pick<Watcher, 'look'>,
  clock: Clock,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const bell = new Bell(signal);
  const stop = core.onChange(bell.ring);
  let last = Number.NEGATIVE_INFINITY;
  let mode = core.state.mode;
  try {
    while (!signal.aborted) {
      const { state } = core;
      if (state.mode.kind !== mode.kind || rescans(state.mode) !== rescans(mode)) {
        // What an earlier mode saw is old: the first scan of a mode comes at once. But a hotspot comes with its list, and
        // a scan would keep it from coming.
        last = broadcasts(state.mode) ? clock.now() : Number.NEGATIVE_INFINITY;
      }
      mode = state.mode;
      const every = core.desired().scanEvery;
      const wait = every === undefined || !ready(state) ? hours(1) : last + every - clock.now();
      if (wait > 0) {
        await bell.sleep(clock, milliseconds(wait));
        continue;
      }
      last = clock.now();
      if (broadcasts(mode)) {
        // A phone may have come since the last look: nothing tells of it, and the scan would drop it.
        await watcher.look();
        if (core.desired().scanEvery === undefined) continue;
      }
      const done = await networks.scan().then(
        () => true,
        (error: unknown) => {
          log.debug({ err: error }, 'no scan');
          return false;
        },
      );
      core.take({ kind: 'scan', done });
      await watcher.look();
    }
  } finally {
    stop();
  }
}

const rescans = (mode: Core['state']['mode']) => mode.kind === 'hotspot' && mode.rescan !== undefined;
/** A hotspot that is on the air, or about to be: a scan disturbs it. */
const broadcasts = (mode: Core['state']['mode']) => mode.kind === 'hotspot' && mode.rescan === undefined;

/** A scan that would start before the hotspot has left the air would fail, or tear it down half-way. */
const ready = ({ observation, mode }: Core['state']) =>
  observation.available &&
  observation.device !== undefined &&
  (observation.hotspot.state === 'down' || broadcasts(mode));
