import type { Clock } from '../../netplan/clock.ts';
import { hours, type Instant, milliseconds, seconds } from '../../netplan/duration.ts';
import { Bell } from '../bell.ts';
import type { Log } from '../logging.ts';
import type { Core } from './core.ts';

/** Where the hotspot is, as far as what is served on it needs to know. */
export type Place = {
  /** The hotspot's own IPv4 address. */
  readonly address: string;
  /** Answered to foreign names; ours too. */
  readonly answerAddress: string;
  /** Only names under `.setup` are ours: no sign-in sheet, for makers who have an app. */
  readonly setupOnly: boolean;
};

/** Something served on the hotspot while it is up: the portal, the names, the app's API. */
export interface Door {
  readonly name: string;
  /** Opens, or changes in place. Rejects when it cannot; nothing is left half open then. */
  open(place: Place): Promise<void>;
  /** Ends within seconds, whatever the phones do. */
  close(): Promise<void>;
}

/** What became of a door: no error when it is as it should be. `place`: where it was to open. */
export type DoorReport = (door: string, error?: unknown, place?: Place) => void;

const rest = seconds(5);

/** Opens the doors while the hotspot is on the air and closes them after; a door that fails holds up no other. */
export async function keepDoors(
  core: Core,
  doors: readonly Door[],
  setupOnly: () => boolean,
  report: DoorReport,
  clock: Clock,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const placeNow = (): Place | undefined => {
    const open = core.desired().open;
    if (open === undefined) return undefined;
    const { answerAddress } = open.hotspot;
    return {
      address: open.address,
      answerAddress: answerAddress === 'hotspot' ? open.address : answerAddress,
      setupOnly: setupOnly(),
    };
  };
  await Promise.all(doors.map((door) => keepDoor(core, door, placeNow, report, clock, log, signal)));
}

async function keepDoor(
  core: Core,
  door: Door,
  placeNow: () => Place | undefined,
  report: DoorReport,
  clock: Clock,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const bell = new Bell(signal);
  const stop = core.onChange(bell.ring);
  let present = 'closed';
  let again: Instant | undefined;

  async function move(place: Place | undefined, wanted: string): Promise<void> {
    try {
      await (place === undefined ? door.close() : door.open(place));
      if (present !== wanted) log.info({ door: door.name, place }, place === undefined ? 'door closed' : 'door open');
      present = wanted;
      again = undefined;
      report(door.name);
    } catch (error) {
      log.warn({ door: door.name, place, err: error }, 'a door does not move');
      present = 'failed';
      again = clock.now() + rest;
      report(door.name, error, place);
    }
  }

  try {
    while (!signal.aborted) {
      const place = placeNow();
      const wanted = place === undefined ? 'closed' : JSON.stringify(place);
      const now = clock.now();
      if (present !== wanted && (again === undefined || now >= again)) {
        await move(place, wanted);
        continue;
      }
      await bell.sleep(clock, again === undefined ? hours(1) : milliseconds(Math.max(0, again - now)));
    }
  } finally {
    stop();
    await door.close().catch((error: unknown) => log.warn({ door: door.name, err: error }, 'a door does not close'));
  }
}
