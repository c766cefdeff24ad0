// The real agent: a full disk, and a radio and a clock that change while the machine is online.
import { execa } from 'execa';
import { comesTo, isOnline, mode, startAgent, stopAgent } from '../agent.ts';
import { give, home, play, type Scene } from '../faults.ts';
import { joinHotspot, submit } from '../person.ts';
import { lab, printed, staysFor, until } from '../story.ts';

const state = '/var/lib/machine-agent';
const full = `mkdir -p ${state}; mount -t tmpfs -o size=64k none ${state}; cat /dev/zero > ${state}/full`;

const scenes: readonly Scene[] = [
  {
    name: 'the disk is full',
    from: 'hotspot',
    disturb: async () => {
      await stopAgent();
      await printed('sh', '-c', full);
      await startAgent();
      await comesTo('hotspot', []);
      await give('wrong horse');
      await until(60, () => mode() === 'trying-submitted');
      await comesTo('hotspot', []);
    },
    said: 'storage-unwritable',
    mend: async () => {
      await printed('umount', '--lazy', '/var/lib/machine-agent');
      // Its machine credentials are elsewhere, and were taken with the wrong password.
      await joinHotspot();
      await submit({ ssid: home.ssid, psk: home.psk });
    },
    end: 'online',
    saved: [home.ssid],
    spoils: true,
  },
  {
    name: 'the radio is switched off, and on again, while online',
    from: 'online',
    disturb: () => lab('device_rfkill', 'block'),
    said: 'radio-blocked',
    mend: () => lab('device_rfkill', 'unblock'),
    end: 'online',
    saved: [home.ssid],
  },
  {
    name: 'the radio is unplugged, and plugged in again, while online',
    from: 'online',
    disturb: () => lab('unplug_radio'),
    said: 'no-wifi-device',
    mend: () => lab('plug_radio'),
    end: 'online',
    saved: [home.ssid],
  },
  {
    // Longer than the waits that could be cut short, or last for years; then one that has to end.
    name: 'the clock jumps by years while online, and its router vanishes',
    from: 'online',
    disturb: async () => {
      await execa('date', ['-s', '2041-01-01']);
      await staysFor(75, isOnline);
      await lab('router_off', 'home');
    },
    meanwhile: 'hotspot',
    mend: async () => {
      await execa('date', ['-s', '2001-01-01']);
      await lab('router_on', 'home');
    },
    end: 'online',
    saved: [home.ssid],
  },
];

await lab('start_device');
await lab('make_router', 'home', home.ssid, home.psk);
await lab('make_phone');
await play(scenes);
