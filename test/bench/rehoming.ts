import { readSettings } from '../../daemon/settings.ts';
import { digestOf } from '../../netplan/digest.ts';
import { type Duration, minutes } from '../../netplan/duration.ts';
import { profilesFrom } from '../../netplan/entries.ts';
import type { Plan } from '../../netplan/plan.ts';
import { Secret } from '../../netplan/secret.ts';
import { seededRandom } from '../../netplan/simulated/delays.ts';
import { town } from '../../netplan/simulated/town.ts';
import { stepsBetween } from '../../netplan/steps.ts';
import { HandClock } from '../support/hand-clock.ts';
import { linked, links } from '../support/links.ts';
import { simulate } from '../support/simulate.ts';
import { type BenchOptions, figureOf, median, type Report } from './figure.ts';

const key = new Secret('the key of the bench');
const sizes = [10, 100, 1000] as const;
const moves = 50;

/** Part four: the plan of many entries, and how long a device is offline that is carried to the next hall. */
export async function run(report: Report, options: BenchOptions): Promise<void> {
  for (const size of sizes) {
    const measured: Awaited<ReturnType<typeof planning>>[] = [];
    for (let round = -1; round < options.rounds && !options.signal.aborted; round++) {
      const one = await planning(size);
      if (round >= 0) measured.push(one);
    }
    const tell = (figure: string, unit: string, pick: (one: Awaited<ReturnType<typeof planning>>) => number) =>
      report(figureOf({ part: 'rehoming', figure, unit, peerName: null }, { ours: measured.map(pick), peer: [] }));
    tell(`reconcile-${size}`, 'ms', ({ first }) => first);
    tell(`reconcile-${size}-unchanged`, 'ms', ({ again }) => again);
    tell(`writes-${size}`, 'writes', ({ writes }) => writes);
    tell(`writes-${size}-unchanged`, 'writes', ({ writesAgain }) => writesAgain);
    tell(`writes-${size}-one-changed`, 'writes', ({ writesOfOne }) => writesOfOne);
  }
  const rounds = { ours: [] as number[], peer: [] as number[] };
  for (let seed = 1; seed <= Math.min(options.rounds, 3) && !options.signal.aborted; seed++) {
    rounds.ours.push(median(await moving(seed, true)));
    rounds.peer.push(median(await moving(seed, false)));
  }
  const peerName = 'NetworkManager alone (the same simulated town)';
  report(figureOf({ part: 'rehoming', figure: 'move-simulated', unit: 's', peerName }, rounds));
}

const settingsOf = (size: number, changed: boolean) => {
  const entries = Array.from({ length: size }, (_, index) => [
    `hall ${index}`,
    index % 4 === 3
      ? { type: 'wired', interface: `eth${index}`, ipv4_address: '192.168.1.20/24' }
      : { type: 'wifi', ssid: `Hall ${index}`, psk: 'a password', priority: changed && index === 1 ? 9 : index % 999 },
  ]);
  return readSettings([{ name: 'cloud', value: { additional_networks: Object.fromEntries(entries) } }]).settings;
};

/** Settings, profiles, digests, differences and steps, into a simulated NetworkManager: from nothing, then once more. */
async function planning(size: number) {
  const place = town({ clock: new HandClock() });
  const networks = place.networks();
  const pass = async (changed: boolean) => {
    const settings = settingsOf(size, changed);
    const observation = await networks.observe();
    const begin = performance.now();
    const profiles = profilesFrom(settings);
    const steps = stepsBetween(observation, planOf(profiles), (each) => digestOf(each, key));
    for (const step of steps) await networks.perform(step);
    return { time: performance.now() - begin, writes: steps.length };
  };
  const [first, again, one] = [await pass(false), await pass(false), await pass(true)];
  place.close();
  return {
    ...{ first: first.time, again: again.time },
    ...{ writes: first.writes, writesAgain: again.writes, writesOfOne: one.writes },
  };
}

const planOf = (profiles: Plan['profiles']): Plan => ({
  ...{ hotspot: undefined, profiles, join: undefined, keep: undefined, autoconnect: true },
  ...{ hold: new Set<string>(), trial: new Set<string>(), leave: undefined, guard: undefined },
});

/** Seconds of the town's time from a hall's first beacon to internet, for each move. */
async function moving(seed: number, withAgent: boolean): Promise<readonly number[]> {
  const halls = ['North', 'Middle', 'South'];
  const entries = {
    North: { type: 'wifi', ssid: 'North', psk: 'North password', priority: 30 },
    Middle: { type: 'wifi', ssid: 'Middle', psk: 'Middle password', priority: 20, hidden: true },
    South: { type: 'wifi', ssid: 'South', psk: 'South password', priority: 10 },
  };
  const place = simulate({
    random: seededRandom(seed),
    accessPoints: halls.map((ssid) => ({ ssid, password: `${ssid} password`, on: false, hidden: ssid === 'Middle' })),
  });
  const network_configuration = { turn_on_hotspot_if_wifi_has_no_internet: true };
  const value = { network_configuration, additional_networks: entries };
  if (withAgent) await place.device(network_configuration, { settings: { additional_networks: entries } });
  else {
    for (const profile of profilesFrom(readSettings([{ name: 'cloud', value }]).settings)) {
      place.town.saveProfile({ ...profile, source: 'other' });
    }
  }
  const times: number[] = [];
  let hall = 'North';
  place.change(hall, { on: true });
  const online = () => linked(place) === hall && links(place).some(({ internet }) => internet === 'yes');
  await place.until(online, minutes(30));
  for (let move = 0; move < moves; move++) {
    await place.pass(minutes(1 + (move % 5) * 2) as Duration);
    place.change(hall, { on: false });
    hall = halls[(halls.indexOf(hall) + 1 + (move % 2)) % halls.length] as string;
    const start = place.clock.now();
    place.change(hall, { on: true });
    if (!(await place.until(online, minutes(30)))) throw new Error(`move ${move} to ${hall} does not end online`);
    times.push((place.clock.now() - start) / 1000);
  }
  await place.end();
  return times;
}
