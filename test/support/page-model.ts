import type { PageModel } from '../../portal/page-model.ts';
import type { NetworkReply, StatusReply } from '../../portal/schemas.ts';

const hex = (name: string): string => Buffer.from(name).toString('hex');

/** One row of the list, as `GET /api/v1/networks` gives it. */
export function networkRow(name: string, changes: Partial<NetworkReply> = {}): NetworkReply {
  const ssidHex = hex(name);
  return {
    id: `n${ssidHex.slice(0, 10)}`,
    name,
    ssidHex,
    security: 'wpa-psk',
    supported: true,
    signal: 70,
    known: false,
    connected: false,
    ...changes,
  };
}

/** Twenty networks as a block of flats has them: what the page's size is measured with. */
export const townNetworks: readonly NetworkReply[] = (
  [
    ['Kontor Nord', 'wpa-psk', 96],
    ['FRITZ!Box 7590 KQ', 'wpa-psk', 88],
    ['Vodafone-A41C', 'wpa-psk', 83],
    ['Café Zoë', 'open', 80],
    ['Werkstatt-IoT', 'sae', 77],
    ['eduroam', 'enterprise', 74],
    ['TP-Link_5G_8D02', 'wpa-psk', 70],
    ['o2-WLAN93', 'wpa-psk', 66],
    ['Matt’s iPhone', 'wpa-psk', 62],
    ['UPC7F310A2', 'wpa-psk', 58],
    ['NETGEAR-Guest', 'owe', 55],
    ['Halle 3', 'wpa-psk', 51],
    ['DIRECT-4f-HP M281', 'wpa-psk', 47],
    ['Pizzeria Da Enzo', 'open', 44],
    ['MagentaWLAN-XK2L', 'wpa-psk', 40],
    ['linksys', 'wep', 35],
    ['homespot 2.4', 'wpa-psk', 31],
    ['Telekom_FON', 'open', 27],
    ['Orange-9C20', 'wpa-psk', 22],
    ['SkyNet', 'wpa-psk', 15],
  ] as const
).map(([name, security, signal], index) =>
  networkRow(name, { security, signal, supported: security !== 'wep', known: index === 1, id: `w${index}x7kq2mzf9` }),
);

/** A page's model: a configured machine with the networks of the town, nothing typed and nothing tried. */
export function pageModel(
  changes: Partial<StatusReply> = {},
  form: Partial<PageModel['form']> = {},
  screen: PageModel['screen'] = 'form',
): PageModel {
  return {
    status: {
      version: '3.1',
      device: {
        hostName: 'rover-7',
        manufacturer: 'Acme Robotics',
        model: 'Rover 2',
        agentVersion: '0.1.0',
        hotspotName: 'machine-setup-rover-7',
      },
      fragmentId: null,
      configured: true,
      replacement: 'with-code',
      online: false,
      internet: 'no',
      networks: { rows: [...townNetworks], age: 40, rescan: 'drops-hotspot' },
      attempt: null,
      staged: { network: false, credentials: false, fragment: false },
      conditions: [],
      limits: { waiting: 18, connecting: 100, hotspotReturns: 15 },
      hotspot: { address: '10.42.0.1', mode: 'redirect' },
      result: { path: '/r/abcdefgh234567yz', urls: ['http://rover-7.local/r/abcdefgh234567yz'] },
      branding: { color: null, logo: null },
      extraFields: [],
      token: 'k3v7qz5mabcdefgh',
      timeLimit: null,
      retryAfter: 10,
      hotspotReturnsWithin: null,
      ...changes,
    },
    form: { values: {}, errors: [], problem: undefined, ...form },
    screen,
  };
}
