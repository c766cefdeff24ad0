import { minutes } from '../duration.ts';
import { choose } from './autoconnect.ts';
import type { Devices, RunningGrounds } from './devices.ts';
import type { Profiles } from './profiles.ts';
import type { AnyProfile } from './world.ts';

/** When NetworkManager gives a profile new tries after its own were used up. */
const forgiveness = minutes(5);

/** NetworkManager's own connecting: an idle device gets the best profile that may be used on it. */
export class Policy {
  readonly #grounds: RunningGrounds;
  readonly #devices: Devices;
  readonly #profiles: Profiles;
  readonly #punished = new Set<string>();
  #considering = false;
  /** `Device.Autoconnect` of the wifi device. */
  wifiAllowed = true;

  constructor(grounds: RunningGrounds, devices: Devices, profiles: Profiles) {
    this.#grounds = grounds;
    this.#devices = devices;
    this.#profiles = profiles;
  }

  /** Something changed: soon it looks which device is idle, once for any number of changes. */
  consider(): void {
    if (this.#considering || !this.#grounds.awake()) return;
    this.#considering = true;
    const { timers, delays } = this.#grounds;
    timers.after(delays.pick('idle'), () => {
      this.#considering = false;
      if (!this.#grounds.awake()) return;
      this.#connectWifi();
      this.#connectPorts();
      this.#punish();
    });
  }

  #connectWifi(): void {
    const { wifi, scanner, radioFree } = this.#devices;
    if (!this.wifiAllowed || !radioFree || wifi.state.kind !== 'idle') return;
    const visible = new Set(scanner.visible().map(({ ssid }) => ssid));
    const { interface: name } = this.#grounds.world.radio;
    const stored = choose(this.#profiles.list(), { kind: 'wifi', interface: name, visible });
    if (stored !== undefined) wifi.activate(stored.profile);
  }

  #connectPorts(): void {
    for (const [name, uplink] of this.#devices.ports) {
      if (uplink.state.kind !== 'idle' || this.#grounds.world.ports.get(name)?.plugged !== true) continue;
      this.#makeDefault(name);
      const used = new Set(
        this.#devices.uplinks.flatMap(({ state }) => (state.kind === 'idle' ? [] : [state.profile.id])),
      );
      const free = this.#profiles.list().filter(({ profile }) => !used.has(profile.id));
      const stored = choose(free, { kind: 'wired', interface: name });
      if (stored !== undefined) uplink.activate(stored.profile);
    }
  }

  /** For a port that no wired profile fits, NetworkManager makes one. */
  #makeDefault(name: string): void {
    const fits = ({ wifi, interface: bound }: AnyProfile) =>
      wifi === undefined && (bound === undefined || bound === name);
    if (!this.#profiles.list().some(({ profile }) => fits(profile))) this.#profiles.put(wiredDefault(name));
  }

  #punish(): void {
    for (const { profile, retries } of this.#profiles.list()) {
      if (retries > 0 || this.#punished.has(profile.id)) continue;
      this.#punished.add(profile.id);
      this.#grounds.timers.after(forgiveness, () => {
        this.#punished.delete(profile.id);
        this.#profiles.forgive(profile.id);
        this.consider();
      });
    }
  }
}

const wiredDefault = (name: string): AnyProfile => ({
  id: `77697265-6400-4000-8000-${Buffer.from(name.slice(0, 6)).toString('hex').padEnd(12, '0')}`,
  name: `Wired connection on ${name}`,
  source: 'other',
  interface: name,
  wifi: undefined,
  addressing: { method: 'auto', dns: [] },
  priority: -999,
  routeMetric: 0,
  autoconnect: true,
});
