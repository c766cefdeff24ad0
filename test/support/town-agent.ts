import { type Duration, minutes } from '../../netplan/duration.ts';
import type { NetworkEvent, Networks } from '../../netplan/networks.ts';
import type { Hotspot, Profile, WifiPart } from '../../netplan/profile.ts';
import { Secret } from '../../netplan/secret.ts';
import type { Town } from '../../netplan/simulated/town.ts';
import { ssidFromText } from '../../netplan/ssid.ts';
import type { HandClock } from './hand-clock.ts';

export type WifiGiven = Partial<Omit<WifiPart, 'ssid' | 'psk'>> & { readonly ssid: string; readonly psk?: string };

export function wifiProfile(given: WifiGiven, rest: Partial<Profile> = {}): Profile {
  const { ssid, psk, ...others } = given;
  const wifi: WifiPart = {
    ssid: ssidFromText(ssid),
    psk: psk === undefined ? undefined : new Secret(psk),
    security: psk === undefined ? 'open' : 'wpa-psk',
    hidden: false,
    enterprise: undefined,
    powerSave: undefined,
    ...others,
  };
  return wiredProfile({ id: `profile of ${ssid}`, name: ssid, source: 'submission', wifi, ...rest });
}

export const wiredProfile = (given: Partial<Profile>): Profile => ({
  id: 'a wired profile',
  name: 'a wired profile',
  source: 'settings',
  interface: undefined,
  wifi: undefined,
  addressing: { method: 'auto', dns: [] },
  priority: 0,
  routeMetric: 0,
  autoconnect: true,
  ...given,
});

export const hotspotWish = (given: Partial<Hotspot> = {}): Hotspot => ({
  interface: undefined,
  ssid: ssidFromText('machine-setup-box1'),
  password: new Secret('machinesetup'),
  answerAddress: '192.0.2.1',
  country: undefined,
  ...given,
});

/** What an agent does with its door, by hand: keeps the outcomes it was told, and counts its attempts. */
export class TownAgent {
  readonly networks: Networks;
  readonly outcomes: Exclude<NetworkEvent, { kind: 'changed' }>[] = [];
  readonly #clock: HandClock;
  readonly #end = new AbortController();
  #attempts = 0;

  constructor(town: Town, clock: HandClock) {
    this.networks = town.networks();
    this.#clock = clock;
    void this.#listen();
  }

  /** Dies: nothing more is heard. */
  kill(): void {
    this.#end.abort();
  }

  /** A new network, and what came of it; `undefined` when nothing came within `limit`. */
  async try(profile: Profile, limit: Duration = minutes(2)): Promise<string | undefined> {
    this.#attempts++;
    const attempt = `attempt-${this.#attempts}`;
    await this.networks.perform({ action: 'join', join: { attempt, target: { kind: 'new', profile } } });
    return this.outcomeOf(attempt, limit);
  }

  /** Joins a saved network. */
  async trySaved(id: string, limit: Duration = minutes(2)): Promise<string | undefined> {
    this.#attempts++;
    const attempt = `attempt-${this.#attempts}`;
    await this.networks.perform({ action: 'join', join: { attempt, target: { kind: 'saved', id } } });
    return this.outcomeOf(attempt, limit);
  }

  async outcomeOf(attempt: string, limit: Duration = minutes(2)): Promise<string | undefined> {
    const find = () => this.outcomes.find((outcome) => outcome.attempt === attempt);
    await this.#clock.advanceUntil(() => find() !== undefined, limit);
    const outcome = find();
    return outcome?.kind === 'join-failed' ? outcome.reason : outcome?.kind;
  }

  /** Puts the hotspot up and waits until it is; rejects as the door does. */
  async hotspotUp(wish: Hotspot = hotspotWish(), digest = 'first'): Promise<void> {
    await this.done(this.networks.perform({ action: 'hotspot-up', hotspot: wish, digest }));
  }

  /** Lets time pass until `work` has ended. */
  async done<Value>(work: Promise<Value>): Promise<Value> {
    let over = false;
    const end = () => {
      over = true;
    };
    work.then(end, end);
    await this.#clock.advanceUntil(() => over, minutes(2));
    return work;
  }

  async #listen(): Promise<void> {
    for await (const event of this.networks.events(this.#end.signal)) {
      if (event.kind !== 'changed') this.outcomes.push(event);
    }
  }
}
