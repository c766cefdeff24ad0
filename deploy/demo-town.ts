import type { Clock } from '../netplan/clock.ts';
import { type Town, town } from '../netplan/simulated/town.ts';
import { ssidFromText } from '../netplan/ssid.ts';

/** The town that `npm start` shows: a home, an office, a hotel, and what else is on the air in a street. */
export function demoTown(clock: Clock): Town {
  const place = town({ clock, random: Math.random, ports: [{ interface: 'eth0' }] });
  const add = (name: string, more: Omit<Parameters<Town['addAccessPoint']>[0], 'ssid'>) =>
    place.addAccessPoint({ ssid: ssidFromText(name), ...more });
  add('Home', { security: ['wpa-psk'], password: 'home-password', signal: 82 });
  add('Workshop', { security: ['sae'], password: 'workshop-password', signal: 64, frequency: 5180 });
  add('Hotel Lobby', { security: ['open'], internet: 'sign-in', signal: 55 });
  add('Lab without internet', { security: ['wpa-psk'], password: 'lab-password', internet: 'no', signal: 47 });
  add('Zoë’s iPhone 📱', { security: ['wpa-psk'], password: 'zoe-password', signal: 38 });
  add('Old printer', { security: ['wep'], signal: 21 });
  return place;
}
