import type { Clock } from '../../netplan/clock.ts';
import { hours, milliseconds, minutes, seconds } from '../../netplan/duration.ts';
import type { Internet } from '../../netplan/network.ts';
import { Bell } from '../bell.ts';
import type { Core } from './core.ts';

const inDoubt = seconds(30);
const whenGood = minutes(2);

/** Asks over plain HTTP whether there is internet; bounded, and never rejects. */
export type InternetProbe = (signal: AbortSignal) => Promise<Internet>;

/** Our own word on links of which NetworkManager cannot tell: soon after they come, then now and then. */
export async function probeInternet(
  core: Core,
  probe: InternetProbe,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const bell = new Bell(signal);
  const stop = core.onChange(bell.ring);
  let last = Number.NEGATIVE_INFINITY;
  let links = '';
  try {
    while (!signal.aborted) {
      const open = openLinks(core);
      if (open !== links) {
        last = Number.NEGATIVE_INFINITY;
        links = open;
        core.take({ kind: 'probe', internet: 'unknown' });
      }
      const every = core.state.probe === 'yes' ? whenGood : inDoubt;
      const wait = open === '' ? hours(1) : last + every - clock.now();
      if (wait > 0) {
        await bell.sleep(clock, milliseconds(wait));
        continue;
      }
      last = clock.now();
      const internet = await probe(signal);
      if (!signal.aborted) core.take({ kind: 'probe', internet });
    }
  } finally {
    stop();
  }
}

/** The links in question, as a text that changes when they do. */
const openLinks = ({ state }: Core): string =>
  state.observation.links
    .filter(
      ({ state: link, internet, addresses }) => link === 'active' && internet === 'unknown' && addresses.length > 0,
    )
    .map((link) => `${link.interface} ${link.profile} ${link.addresses.join(' ')}`)
    .join('\n');
