import type { Instant } from '../duration.ts';
import type { HotspotState, Internet, SavedProfile } from '../network.ts';
import { type Ssid, ssidText } from '../ssid.ts';
import type { NetworkManager, Presence } from './network-manager.ts';
import type { Phone, Phones } from './phones.ts';
import { savedProfile } from './profiles.ts';
import { type DefaultRoute, defaultRoutes } from './routes.ts';
import type { UplinkState } from './uplink.ts';
import type { AccessPoint, Port, Radio, World } from './world.ts';

export type UplinkView = {
  readonly interface: string;
  readonly state: UplinkState['kind'];
  readonly profile: string | undefined;
  readonly via: string | undefined;
  readonly address: string | undefined;
  /** What NetworkManager believes; the truth is at the access point or port. */
  readonly internet: Internet;
};

/** The whole town at one moment, as plain data: for its page, and for tests. It shows the passwords: they are play. */
export type TownView = {
  readonly at: Instant;
  /** When the town began: a clock may have gone for long before. */
  readonly since: Instant;
  readonly accessPoints: readonly (AccessPoint & { readonly name: string })[];
  readonly ports: readonly Port[];
  readonly radio: Radio;
  readonly checksInternet: boolean;
  readonly networkManager: Presence;
  readonly uplinks: readonly UplinkView[];
  /** The one that is used first. */
  readonly defaultRoutes: readonly DefaultRoute[];
  readonly hotspot: HotspotState & {
    readonly ssid: Ssid | undefined;
    readonly name: string | undefined;
    readonly password: string | undefined;
  };
  readonly phones: readonly Phone[];
  readonly profiles: readonly (SavedProfile & { readonly ssidText: string | undefined })[];
};

export function lookAt(at: Instant, since: Instant, world: World, manager: NetworkManager, phones: Phones): TownView {
  const { devices, presence, profiles } = manager;
  const stations = phones.list();
  const broadcast = devices.hotspot.broadcast;
  const uplinks = [[world.radio.interface, devices.wifi.state] as const, ...namedPorts(manager)];
  return {
    at,
    since,
    accessPoints: [...world.accessPoints.values()].map((each) => ({ ...each, name: ssidText(each.ssid) })),
    ports: [...world.ports.values()],
    radio: world.radio,
    checksInternet: world.checksInternet,
    networkManager: presence,
    uplinks: uplinks.map(([name, state]) => viewOf(name, state)),
    defaultRoutes: defaultRoutes(uplinks, world.checksInternet),
    hotspot: {
      ...devices.hotspot.observe(stations.length),
      ssid: broadcast?.ssid,
      name: broadcast === undefined ? undefined : ssidText(broadcast.ssid),
      password: broadcast?.password.reveal(),
    },
    phones: stations,
    profiles: profiles.list().map((stored) => {
      const saved = savedProfile(stored);
      return { ...saved, ssidText: saved.ssid === undefined ? undefined : ssidText(saved.ssid) };
    }),
  };
}

const namedPorts = ({ devices }: NetworkManager) =>
  [...devices.ports].map(([name, { state }]) => [name, state] as const);

function viewOf(name: string, state: UplinkState): UplinkView {
  const active = state.kind === 'active' ? state : undefined;
  return {
    interface: name,
    state: state.kind,
    profile: state.kind === 'idle' ? undefined : state.profile.id,
    via: active?.via,
    address: active?.address,
    internet: active?.internet ?? 'unknown',
  };
}
