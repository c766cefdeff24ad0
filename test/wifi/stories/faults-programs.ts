// The real agent, and the programs that it depends on, and itself: killed in each mode, and started again.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { active, killAgent, lines, mode, startAgent } from '../agent.ts';
import { give, home, play, type Scene } from '../faults.ts';
import { joinHotspot } from '../person.ts';
import { lab, printed, signal, until } from '../story.ts';
import { fragment } from '../surroundings.ts';

const known = [home.ssid];
const networkManager = async () => {
  await lab('kill_background', 'NetworkManager');
  await lab('start_nm');
};
/** D-Bus starts it again as soon as NetworkManager asks for it. */
const supplicant = () => lab('kill_wpa');
const agent = async () => {
  await killAgent();
  await startAgent();
};
/** From a phone's submission until the machine is at it. */
const trying = async () => {
  await give();
  await until(60, () => mode() === 'trying-submitted');
};
const activating = () =>
  until(60, async () =>
    /:activating$/m.test(await printed('nmcli', '-t', '-f', 'NAME,STATE', 'connection', 'show', '--active')),
  );
/** The hotspot goes, and is being put up again: the file lies there only so long. */
const fallsAndRises = async () => {
  const rising = printed('timeout', '50', 'sh', '-c', `until [ -e ${fragment} ]; do sleep 0.02; done`);
  await Promise.all([rising, printed('nmcli', 'device', 'disconnect', 'wlan0')]);
  assert.ok(existsSync(fragment), 'it comes up');
};
/** After `fault` the hotspot that was there has gone, and another has come. */
const anew = (fault: () => Promise<unknown>) => async () => {
  const before = lines('hotspot is up').length;
  await fault();
  await until(240, () => lines('hotspot is up').length > before);
};
/** A phone gets an address from it. */
const phoneJoins = async () => {
  await joinHotspot();
  await lab('phone_leave');
};
/** A router that answers nobody's question for an address. */
const withoutDhcp = async (meanwhile: () => Promise<unknown>) => {
  await signal('STOP', 'home-dnsmasq');
  await meanwhile();
  await signal('CONT', 'home-dnsmasq');
};

await lab('start_device');
await lab('make_router', 'home', home.ssid, home.psk);
await lab('make_phone');

const scenes: readonly Scene[] = [
  { name: 'NetworkManager killed while online', from: 'online', disturb: networkManager, end: 'online', saved: known },
  {
    name: 'wpa_supplicant killed while online',
    from: 'online',
    disturb: supplicant,
    end: 'online',
    saved: known,
  },
  { name: 'the agent killed while online', from: 'online', disturb: agent, end: 'online', saved: known },
  {
    name: 'NetworkManager killed while the hotspot is up',
    from: 'hotspot',
    disturb: anew(networkManager),
    end: 'hotspot',
    saved: [],
  },
  {
    name: 'wpa_supplicant killed while the hotspot is up',
    from: 'hotspot',
    disturb: anew(supplicant),
    end: 'hotspot',
    saved: [],
  },
  {
    name: "the hotspot's dnsmasq killed",
    from: 'hotspot',
    disturb: anew(() => printed('sh', '-c', 'kill -9 $(cat /run/nm-dnsmasq-wlan0.pid)')),
    mend: phoneJoins,
    end: 'hotspot',
    saved: [],
  },
  {
    name: 'somebody disconnects the hotspot',
    from: 'hotspot',
    disturb: anew(() => printed('nmcli', 'device', 'disconnect', 'wlan0')),
    end: 'hotspot',
    saved: [],
  },
  { name: 'the agent killed while its hotspot is up', from: 'hotspot', disturb: agent, end: 'hotspot', saved: [] },
  {
    name: 'the agent killed while its hotspot comes up',
    from: 'hotspot',
    disturb: async () => {
      await fallsAndRises();
      await agent();
    },
    end: 'hotspot',
    saved: [],
  },
  {
    name: 'NetworkManager killed while the hotspot comes up',
    from: 'hotspot',
    disturb: anew(async () => {
      await fallsAndRises();
      await networkManager();
    }),
    end: 'hotspot',
    saved: [],
  },
  {
    name: 'D-Bus, and all that hangs on it, started again while the hotspot is up',
    from: 'hotspot',
    disturb: async () => {
      await lab('kill_background', 'dbus');
      for (const program of ['NetworkManager', 'wpa_supplicant']) await lab('stop_background', program);
      await lab('start_device');
    },
    end: 'hotspot',
    saved: [],
  },
  {
    name: 'NetworkManager killed while a submission is tried',
    from: 'hotspot',
    disturb: async () => {
      await trying();
      await activating();
      await networkManager();
    },
    end: 'online',
    saved: known,
    spoils: true,
  },
  {
    name: 'the agent killed while a submission is tried: it finds the link that came',
    from: 'hotspot',
    disturb: async () => {
      await trying();
      await activating();
      await killAgent();
      await until(90, async () => (await active()).includes(home.ssid));
      await startAgent();
    },
    end: 'online',
    saved: known,
    spoils: true,
  },
  {
    name: 'the agent killed while a submission is tried, and another there before its link',
    from: 'hotspot',
    disturb: () =>
      withoutDhcp(async () => {
        await trying();
        await activating();
        await agent();
        await activating();
      }),
    end: 'online',
    saved: known,
    spoils: true,
  },
];
await play(scenes);
