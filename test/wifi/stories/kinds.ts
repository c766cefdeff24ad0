// Each kind of security and odd names, from the phone to the network, with the real agent. Every network is joined by a
// machine that belongs to nobody, as on the first day.
import { type Ssid, ssidText } from '../../../netplan/ssid.ts';
import { comesTo, forgetNetworks, prepareMachine, startAgent, stopAgent } from '../agent.ts';
import { type Entered, joinHotspot, machineCredentials, submit } from '../person.ts';
import { check, lab, step } from '../story.ts';

type Kind = {
  readonly name: string;
  /** As text; `hex` where text does not do. */
  readonly ssid: string;
  readonly hex?: string;
  readonly psk?: string;
  readonly router?: readonly string[];
  readonly entered?: object;
};

const psk = 'correct horse';
const key = '0123456789abcdef'.repeat(4);
const kinds: readonly Kind[] = [
  { name: 'open', ssid: 'Lobby' },
  { name: 'WPA2', ssid: 'Home', psk },
  { name: 'WPA2 by its 64-digit key', ssid: 'Keyed', psk: key },
  { name: 'WPA2 and WPA3', ssid: 'Both', psk, router: ['security=wpa2+wpa3'] },
  { name: 'only WPA3', ssid: 'Modern', psk, router: ['security=wpa3'] },
  // OWE is in `joining`, without the agent: beside it the guest's hostapd takes 0.3 s for the key exchange, mac80211 asks
  // again after 0.2 s, and the two answers have two keys.
  { name: 'hidden', ssid: 'Secret place', psk, router: ['hidden=yes'] },
  {
    name: 'of a company',
    ssid: 'Hall',
    psk,
    router: ['security=enterprise'],
    entered: { psk: undefined, identity: 'robot@hall', password: psk, enterpriseMethod: 'peap' },
  },
  { name: '5 GHz', ssid: 'High', psk, router: ['band=5'] },
  { name: 'a name that is not UTF-8', ssid: '', hex: 'c63332', psk },
  { name: '32 bytes of emoji', ssid: '📱🤖🛜🏠📱🤖🛜🏠', psk },
  { name: 'a blank at the end', ssid: 'Home ', psk },
  { name: 'colon and quotes', ssid: `cafe:5G "'\\`, psk },
  { name: 'a zero byte', ssid: '', hex: '61006200', psk },
];

/** As NetworkManager shows its profile. */
const nameOf = (hex: string) => ssidText(hex as Ssid).replaceAll('\0', '\u2400');
const hexOf = ({ ssid, hex }: Kind) => hex ?? Buffer.from(ssid).toString('hex');

await lab('start_device');
await lab('make_phone');
for (const kind of kinds) {
  step(kind.name);
  const { ssid, hex, psk: password, router = [], entered = {} } = kind;
  await lab('make_router', 'there', ssid, password ?? '', ...(hex === undefined ? [] : [`ssid_hex=${hex}`]), ...router);
  await check('is submitted from the phone', async () => {
    prepareMachine({ configured: false });
    await startAgent();
    await comesTo('hotspot', []);
    await joinHotspot();
    const named: Entered = kind.name === 'hidden' ? { ssid } : { ssidHex: hexOf(kind) };
    await submit({ ...named, psk: password, ...entered, ...machineCredentials });
  });
  await check('and joined', () => comesTo('online', [nameOf(hexOf(kind))]));
  await stopAgent();
  await lab('phone_leave');
  await forgetNetworks();
  await lab('remove_router', 'there');
}
