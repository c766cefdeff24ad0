import type { NameServer } from '../../dns/server.ts';
import type { Door, Place } from '../appliance/doors.ts';

export type NamesDoorOptions = {
  readonly server: NameServer;
  readonly hostName: string;
  /** 53, but for the demo. */
  readonly port: number;
  /** The device's own resolver on its uplink, for `disable_captive_portal_redirect`; `undefined`: no uplink. */
  readonly upstream: () => string | undefined;
  /** Where the demo listens instead of on the hotspot's address. */
  readonly listenOn?: string;
};

/** The names on the hotspot: every name, or only `.setup`, leads to the device. */
export function namesDoor({ server, hostName, port, upstream, listenOn }: NamesDoorOptions): Door {
  let listening: string | undefined;
  return {
    name: 'names',
    async open(place: Place) {
      server.set({
        names: place.setupOnly ? 'setup-only' : 'all',
        hotspotAddress: place.address,
        answerAddress: place.answerAddress,
        hostName,
        upstream: place.setupOnly ? upstream() : undefined,
      });
      const address = listenOn ?? place.address;
      // Another policy changes in place: phones notice no gap.
      if (listening === address && server.status().listening !== undefined) return;
      listening = undefined;
      await server.listen(address, port);
      listening = address;
    },
    async close() {
      listening = undefined;
      await server.close();
      server.set(undefined);
    },
  };
}
