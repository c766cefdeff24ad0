import type { Ssid } from '../ssid.ts';
import type { Delays } from './delays.ts';
import type { HotspotRadio } from './hotspot.ts';
import type { Timers } from './timers.ts';

/** How a phone's try to join the hotspot ended. */
export type PhoneResult = 'joined' | 'not-found' | 'wrong-password';

export type Phone = {
  readonly name: string;
  readonly ssid: Ssid;
  /** Its address on the hotspot. */
  readonly address: string;
};

/** The phones on the hotspot. They leave when they like, and all at once when it goes. */
export class Phones {
  readonly #timers: Timers;
  readonly #delays: Delays;
  readonly #hotspot: () => HotspotRadio;
  readonly #changed: () => void;
  readonly #phones = new Map<string, Phone>();
  #leases = 0;

  constructor(timers: Timers, delays: Delays, hotspot: () => HotspotRadio, changed: () => void) {
    this.#timers = timers;
    this.#delays = delays;
    this.#hotspot = hotspot;
    this.#changed = changed;
  }

  list(): readonly Phone[] {
    return [...this.#phones.values()];
  }

  find(name: string): Phone | undefined {
    return this.#phones.get(name);
  }

  /** Resolves after the time a phone takes; one that is on the hotspot already joins again. */
  join(name: string, ssid: Ssid, password: string): Promise<PhoneResult> {
    this.leave(name);
    return new Promise((resolve) => {
      this.#timers.after(this.#delays.pick('phoneJoin'), () => resolve(this.#arrive(name, ssid, password)));
    });
  }

  leave(name: string): void {
    if (this.#phones.delete(name)) this.#changed();
  }

  leaveAll(): void {
    this.#phones.clear();
  }

  #arrive(name: string, ssid: Ssid, password: string): PhoneResult {
    const { broadcast, address } = this.#hotspot();
    if (broadcast?.ssid !== ssid || address === undefined) return 'not-found';
    if (broadcast.password.reveal() !== password) return 'wrong-password';
    this.#leases = (this.#leases % 240) + 1;
    const subnet = address.split('.').slice(0, 3).join('.');
    this.#phones.set(name, { name, ssid, address: `${subnet}.${this.#leases + 9}` });
    this.#changed();
    return 'joined';
  }
}
