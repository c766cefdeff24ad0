import type { Clock } from '../../netplan/clock.ts';
import { minutes, seconds } from '../../netplan/duration.ts';
import type { Networks } from '../../netplan/networks.ts';
import { Bell } from '../bell.ts';
import type { Log } from '../logging.ts';
import { phonesIn } from '../provisioning/air.ts';
import type { Core } from './core.ts';

/**
 * Signals come first, and the bus ends a connection rather than lose one of them; after so long without a look we look all
 * the same. A look is the dearest thing that an idle agent does.
 */
const safetyNet = minutes(5);
/** No signal tells that a phone has left the hotspot, and while one is there no network is looked for. */
const phonesLookedAfter = seconds(60);

export type Watcher = {
  /** Looks at the outside now and takes in what it sees. A failed look is logged; what was seen last stays. */
  look(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
};

export function watcher(
  core: Pick<Core, 'state' | 'take'>,
  networks: Pick<Networks, 'observe' | 'events'>,
  clock: Clock,
  log: Log,
): Watcher {
  let last = clock.now();
  const lookOnce = async () => {
    last = clock.now();
    try {
      const observation = await networks.observe();
      const { available, device, links, visible, profiles, hotspot } = observation;
      log.debug(
        { available, device, links, visible: visible.length, profiles: profiles.length, hotspot },
        'looked at the networks',
      );
      core.take({ kind: 'observed', observation });
    } catch (error) {
      log.warn({ err: error }, 'the networks could not be looked at');
    }
  };

  // One at a time. Who asks while one is under way waits for one more, with all the others who ask: what they want to see
  // may have come too late for the present one.
  let present: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const look = (): Promise<void> => {
    if (present === undefined) {
      present = lookOnce().finally(() => {
        present = undefined;
      });
      return present;
    }
    following ??= present.then(() => {
      following = undefined;
      return look();
    });
    return following;
  };

  async function listen(signal: AbortSignal): Promise<void> {
    for await (const event of networks.events(signal)) {
      switch (event.kind) {
        case 'changed':
          await look();
          break;
        case 'joined':
          // Looked at first: whoever sees the success also sees the link it made.
          await look();
          core.take({ kind: 'joined', join: event.attempt, internet: event.internet });
          break;
        case 'join-failed':
          // Whether NetworkManager has gone: its end is no answer about the network.
          if (event.reason === 'interrupted') await look();
          core.take({ kind: 'join-failed', join: event.attempt, reason: event.reason });
          break;
      }
    }
  }

  async function lookNowAndThen(signal: AbortSignal): Promise<void> {
    const bell = new Bell(signal);
    while (!signal.aborted) {
      await bell.sleep(clock, phonesLookedAfter);
      if (signal.aborted || (phonesIn(core.state) === 0 && clock.now() - last < safetyNet)) continue;
      await look();
    }
  }

  return {
    look,
    async run(signal) {
      await Promise.all([listen(signal), lookNowAndThen(signal)]);
    },
  };
}
