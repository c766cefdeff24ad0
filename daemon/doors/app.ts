import type { Clock } from '../../netplan/clock.ts';
import type { AppApi } from '../../portal/rpc/api.ts';
import type { GrpcDoor } from '../../portal/rpc/grpc-door.ts';
import type { ProvisioningSession } from '../../portal/session.ts';
import type { Door, Place } from '../appliance/doors.ts';
import type { Log } from '../logging.ts';

export type AppDoorOptions = {
  readonly session: ProvisioningSession;
  readonly clock: Clock;
  readonly log: Log;
  /** 4772, which apps have built in, but for the demo. */
  readonly port: number;
  /** Where the demo listens instead of on the hotspot's address. */
  readonly listenOn?: string;
};

export type AppDoor = Door & {
  /** The same API for the portal's own port; what an app has begun on one port goes on on the other. */
  api(): Promise<AppApi>;
};

/** The provisioning app's API on the hotspot's own address. Its module is loaded when it is first needed. */
export function appDoor({ session, clock, log, port, listenOn }: AppDoorOptions): AppDoor {
  let loading: Promise<AppApi> | undefined;
  let open: { readonly address: string; readonly door: GrpcDoor } | undefined;

  function api(): Promise<AppApi> {
    loading ??= import('../../portal/rpc/api.ts').then(({ appApi }) => appApi({ session, clock, log }));
    // A module that could not be read is tried again with the next call.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  }

  async function end(): Promise<void> {
    const former = open;
    open = undefined;
    await former?.door.close();
  }

  return {
    name: 'app',
    api,
    async open(place: Place) {
      const address = listenOn ?? place.address;
      if (open?.address === address) return;
      await end();
      const [{ GrpcDoor: door }, { grpc }] = await Promise.all([import('../../portal/rpc/grpc-door.ts'), api()]);
      open = { address, door: await door.open({ methods: grpc, clock, log }, address, port) };
    },
    async close() {
      await end();
      // Where it could not be loaded there is nothing to forget.
      await loading?.then(({ endPeriod }) => endPeriod()).catch(() => undefined);
    },
  };
}
