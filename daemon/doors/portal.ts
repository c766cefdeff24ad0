import type { Clock } from '../../netplan/clock.ts';
import { hours } from '../../netplan/duration.ts';
import type { PortalHosts } from '../../portal/hosts.ts';
import type { PageModule } from '../../portal/page-model.ts';
import { Portal } from '../../portal/portal.ts';
import type { AppApi } from '../../portal/rpc/api.ts';
import type { ProvisioningSession } from '../../portal/session.ts';
import type { Core } from '../appliance/core.ts';
import type { Door, Place } from '../appliance/doors.ts';
import { Bell } from '../bell.ts';
import type { Log } from '../logging.ts';
import type { Unit } from '../unit.ts';

export type PortalDoorOptions = {
  readonly session: ProvisioningSession;
  readonly page: PageModule;
  readonly openapi: string;
  readonly hostName: string;
  readonly clock: Clock;
  readonly log: Log;
  /** In order of preference: 80 first. */
  readonly ports: readonly number[];
  /** The app's API, served on the portal's port as well. */
  readonly appApi: () => Promise<AppApi>;
  /** Where the demo listens, and is reached, instead of on the hotspot's addresses. */
  readonly listenOn?: string;
};

export type PortalDoor = Door & {
  /** Keeps the result of a submission that worked readable on the joined network. */
  resultUnit(core: Core): Unit;
};

/** The portal on the hotspot's own address and on the one answered to foreign names. */
export function portalDoor(options: PortalDoorOptions): PortalDoor {
  const { session, page, openapi, hostName, clock, log, ports, listenOn } = options;
  const names = [hostName, `${hostName}.local`].map((name) => name.toLowerCase());
  const [port = 80] = ports;
  let hosts: PortalHosts = { address: listenOn ?? '10.42.0.1', port, names, mode: 'redirect' };
  let open: Place | undefined;
  const portal = new Portal({
    session,
    page,
    openapi,
    clock,
    log,
    appApi: options.appApi,
    hosts: () => hosts,
    result: { port, localNames: () => [`${hostName}.local`] },
  });

  return {
    name: 'portal',
    async open(place: Place) {
      const seenPort = listenOn === undefined ? 80 : port;
      hosts = {
        address: listenOn ?? place.address,
        port: seenPort,
        names,
        mode: place.setupOnly ? 'setup-only' : 'redirect',
      };
      if (open?.address === place.address && open.answerAddress === place.answerAddress) return;
      open = undefined;
      await portal.open({
        addresses: [...new Set(listenOn === undefined ? [place.address, place.answerAddress] : [listenOn])],
        ports,
      });
      open = place;
    },
    async close() {
      open = undefined;
      await portal.close();
    },
    resultUnit: (core) => ({ name: 'result', run: (signal) => serveResults(core, portal, options, signal) }),
  };
}

/** After each submission that worked, the result is readable for 10 minutes on the address that it brought. */
async function serveResults(
  core: Core,
  portal: Portal,
  options: PortalDoorOptions,
  signal: AbortSignal,
): Promise<void> {
  const { session, clock, log, ports, listenOn } = options;
  const bell = new Bell(signal);
  const stop = core.onChange(bell.ring);
  let shown: string | undefined = session.status().attempt?.id;
  try {
    while (!signal.aborted) {
      const { attempt } = session.status();
      const addresses = (attempt?.addresses ?? []).map((address) => address.split('/', 1)[0] ?? '');
      const fresh = attempt?.state === 'connected' && attempt.id !== shown && addresses.length > 0;
      if (!fresh) {
        await bell.sleep(clock, hours(1));
        continue;
      }
      shown = attempt.id;
      const end = new AbortController();
      const gone = core.onChange(({ state }) => {
        if (state.attempt?.id !== shown || state.mode.kind === 'hotspot') end.abort();
      });
      log.info({ addresses }, 'the result is readable on the joined network');
      await portal
        .serveResult(
          { addresses: listenOn === undefined ? addresses : [listenOn], ports },
          AbortSignal.any([signal, end.signal]),
        )
        .catch((error: unknown) => log.warn({ err: error }, 'the result cannot be served'));
      gone();
    }
  } finally {
    stop();
  }
}
