// Three halls with a router each, and a machine that moves between them: it hears those that are switched on.
import { holds, lab } from './story.ts';

export const halls = ['north', 'middle', 'south'] as const;
export type Hall = (typeof halls)[number];

export const psk = 'correct horse';
export const ssidOf = { north: 'North', middle: 'Middle', south: 'South' } as const satisfies Record<Hall, string>;
/** Their networks: 192.168.1.0/24 and so on, in the order in which they are made. */
export const gatewayOf = { north: '192.168.1.1', middle: '192.168.2.1', south: '192.168.3.1' } as const;

/** North on 5 GHz, Middle hidden, South as it is said. All are out of reach at first. */
export async function makeHalls({ southHasInternet }: { readonly southHasInternet: boolean }): Promise<void> {
  const options = {
    north: ['band=5'],
    middle: ['hidden=yes', 'channel=1'],
    south: ['channel=11', `internet=${southHasInternet ? 'yes' : 'no'}`],
  } as const;
  for (const hall of halls) {
    await lab('make_router', hall, ssidOf[hall], psk, ...options[hall]);
    await lab('router_off', hall);
  }
}

/** From now on these are in reach, and no others. Resolves once they send beacons. */
export async function moveTo(...near: readonly Hall[]): Promise<void> {
  for (const hall of halls) if (!near.includes(hall)) await lab('router_off', hall);
  for (const hall of near) if (!(await holds('background_runs', `${hall}-hostapd`))) await lab('router_on', hall);
}
