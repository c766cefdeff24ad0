import type { Clock } from '../../netplan/clock.ts';
import { hours, milliseconds, minutes, seconds } from '../../netplan/duration.ts';
import type { Internet } from '../../netplan/network.ts';
import { Bell } from '../bell.ts';
import { inQuestion } from '../provisioning/online.ts';
import type { Core } from './core.ts';

const inDoubt = seconds(30);
const whenGood = minutes(2);

/** Asks over plain HTTP whether there is internet; bounded, and never rejects. */
export type InternetProbe = (signal: AbortSignal) => Promise<Internet>;

/**
 * Our own word on links of which NetworkManager cannot tell: soon after they come, then now and then. An answer about other
 * links than the present ones is none.
 */
export async function probeInternet(
  core: Core,
  probe: InternetProbe,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const bell = new Bell(signal);
  let last = Number.NEGATIVE_INFINITY;
  let links = '';
  let running: AbortController | undefined;
  const stop = core.onChange(({ state }) => {
    if (inQuestion(state.observation) !== links) running?.abort();
    bell.ring();
  });
  try {
    while (!signal.aborted) {
      const { observation, probe: known } = core.state;
      if (inQuestion(observation) !== links) {
        last = Number.NEGATIVE_INFINITY;
        links = inQuestion(observation);
      }
      const wait = links === '' ? hours(1) : last + (known === 'yes' ? whenGood : inDoubt) - clock.now();
      if (wait > 0) {
        await bell.sleep(clock, milliseconds(wait));
        continue;
      }
      last = clock.now();
      running = new AbortController();
      const present = AbortSignal.any([signal, running.signal]);
      const internet = await probe(present);
      if (!present.aborted) core.take({ kind: 'probe', internet });
    }
  } finally {
    stop();
  }
}
