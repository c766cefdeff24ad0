// The real agent, and what happens to the networks around it.
import { active, isOnline, mode, startAgent, stopAgent } from '../agent.ts';
import { home, play, type Scene } from '../faults.ts';
import { joinHotspot, submit } from '../person.ts';
import { lab, printed, staysFor, until } from '../story.ts';

const known = [home.ssid];
const internetCounts = { network: { turn_on_hotspot_if_wifi_has_no_internet: true } };
const isStation = async () => mode() === 'station' && (await active()).includes(home.ssid);

await lab('start_device');
await lab('make_router', 'home', home.ssid, home.psk);
await lab('make_phone');

const scenes: readonly Scene[] = [
  {
    name: 'the router vanishes for a moment',
    from: 'online',
    disturb: async () => {
      await lab('router_off', 'home');
      await until(60, async () => !(await isOnline()));
    },
    mend: () => lab('router_on', 'home'),
    end: 'online',
    saved: known,
  },
  {
    name: 'the line of the provider breaks, and internet does not matter',
    from: 'online',
    disturb: () => lab('router_internet', 'home', 'off'),
    mend: async () => {
      await staysFor(75, isStation);
      await lab('router_internet', 'home', 'on');
    },
    end: 'online',
    saved: known,
  },
  {
    name: 'a second wifi adapter is plugged in',
    from: 'online',
    disturb: () => lab('add_radio'),
    mend: () => staysFor(10, isStation),
    end: 'online',
    saved: known,
  },
  {
    name: 'the router vanishes for long, and returns',
    from: 'online',
    disturb: () => lab('router_off', 'home'),
    meanwhile: 'hotspot',
    mend: () => lab('router_on', 'home'),
    end: 'online',
    saved: known,
  },
  {
    name: 'the line of the provider breaks, and internet matters',
    from: 'online',
    machine: internetCounts,
    disturb: () => lab('router_internet', 'home', 'off'),
    meanwhile: 'hotspot',
    mend: () => lab('router_internet', 'home', 'on'),
    end: 'online',
    saved: known,
  },
  {
    name: 'a power cut: the machine is up before its router',
    from: 'waiting',
    disturb: async () => {
      await stopAgent();
      await lab('stop_nm');
      await printed('rm', '-rf', '/run/machine-agent', '/run/NetworkManager');
      await lab('start_nm');
      await startAgent();
    },
    mend: () => lab('router_on', 'home'),
    end: 'online',
    saved: known,
  },
  {
    name: 'a cable with internet is plugged in while the hotspot waits, and pulled again',
    from: 'waiting',
    disturb: () => lab('plug_cable'),
    meanwhile: 'online',
    mend: () => lab('unplug_cable'),
    end: 'hotspot',
    saved: known,
  },
  {
    name: 'the profile is deleted by hand',
    from: 'online',
    disturb: () => printed('nmcli', 'connection', 'delete', home.ssid),
    end: 'hotspot',
    saved: [],
    spoils: true,
  },
  {
    name: 'the password at home was changed',
    from: 'online',
    disturb: async () => {
      const file = '/run/lab/home/hostapd.conf';
      await printed('sed', '-i', 's/^wpa_passphrase=.*/wpa_passphrase=another horse/', file);
      await lab('router_off', 'home');
      await lab('router_on', 'home');
    },
    meanwhile: 'hotspot',
    savedMeanwhile: [home.ssid],
    mend: async () => {
      await joinHotspot();
      await submit({ ssid: home.ssid, psk: 'another horse' });
    },
    end: 'online',
    // Somebody's own profile stays as it is; ours is tried first.
    saved: [home.ssid, home.ssid],
    spoils: true,
  },
];
await play(scenes);
