import type { Instant } from './duration.ts';
import type { Observation } from './network.ts';

/** What is known while NetworkManager is away, or nobody has looked yet. */
export const nothingSeen = (at: Instant): Observation => ({
  at,
  available: false,
  device: undefined,
  links: [],
  visible: [],
  scannedAt: undefined,
  profiles: [],
  hotspot: { state: 'down' },
  guard: undefined,
});
