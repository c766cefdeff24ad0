// The real agent, its hotspot up, on a machine that is not as it should be: ports, programs, networks, radio, clock.
import { execa } from 'execa';
import { hotspotStands, startAgent, stopAgent } from '../agent.ts';
import { home, play, type Scene } from '../faults.ts';
import { lab, printed, staysFor, until } from '../story.ts';

const listen = `${process.env['WIFILAB_DIR']}/tools/listen.ts`;
/** Takes the hotspot down and lets it come again, as after a power cut. */
const again = async (change: () => Promise<unknown>) => {
  await stopAgent();
  await printed('nmcli', 'device', 'disconnect', 'wlan0');
  await change();
  await startAgent();
};
const holding = (port: number, ...command: readonly string[]) =>
  again(async () => {
    await lab('in_background', 'squatter', ...command);
    await until(60, async () => new RegExp(`:${port} `).test(await printed('ss', '-H', '-lntu')));
  });
const release = () => lab('stop_background', 'squatter');
const udp = (port: number) => `require('node:dgram').createSocket('udp4').bind(${port})`;
const program = async () => (await printed('sh', '-c', 'command -v dnsmasq')).trim();
let dnsmasq = '';

const unharmed = { from: 'hotspot', end: 'hotspot', saved: [] } as const;
const scenes: readonly Scene[] = [
  {
    name: 'another program has port 53',
    ...unharmed,
    disturb: () => holding(53, 'node', '-e', udp(53)),
    said: 'dns-port-in-use',
    mend: release,
  },
  {
    name: 'another program has port 80',
    ...unharmed,
    disturb: () => holding(80, 'node', listen, '80'),
    said: 'http-port-in-use',
    mend: release,
  },
  {
    name: 'another program has port 67',
    ...unharmed,
    disturb: () => holding(67, 'node', '-e', udp(67)),
    said: 'dhcp-port-in-use',
    mend: release,
  },
  {
    name: 'dnsmasq is not installed',
    ...unharmed,
    disturb: () =>
      again(async () => {
        dnsmasq = await program();
        await execa('mv', [dnsmasq, `${dnsmasq}.away`]);
      }),
    said: 'dnsmasq-missing',
    mend: () => execa('mv', [`${dnsmasq}.away`, dnsmasq]),
  },
  {
    name: 'the usual network is in use',
    ...unharmed,
    disturb: () =>
      again(async () => {
        const link = 'ip link add robot type dummy; ip address add 10.42.0.17/24 dev robot; ip link set robot up';
        await printed('sh', '-c', link);
      }),
    said: 'hotspot-subnet-moved',
    mend: () => again(() => printed('ip', 'link', 'delete', 'robot')),
  },
  {
    name: 'the radio is switched off, and on again, while the hotspot is up',
    ...unharmed,
    disturb: () => lab('device_rfkill', 'block'),
    said: 'radio-blocked',
    mend: () => lab('device_rfkill', 'unblock'),
  },
  {
    name: 'the radio is unplugged, and plugged in again, while the hotspot is up',
    ...unharmed,
    disturb: () => lab('unplug_radio'),
    said: 'no-wifi-device',
    mend: () => lab('plug_radio'),
  },
  {
    name: 'the clock jumps by years, forth and back, while the hotspot is up',
    ...unharmed,
    disturb: async () => {
      await execa('date', ['-s', '2041-01-01']);
      await staysFor(75, hotspotStands);
    },
    mend: async () => {
      await execa('date', ['-s', '2001-01-01']);
      await staysFor(75, hotspotStands);
    },
  },
];

await lab('start_device');
await lab('make_router', 'home', home.ssid, home.psk);
await play(scenes);
