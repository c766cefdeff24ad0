import { type Duration, type Instant, seconds } from '../duration.ts';
import type { NetworkError } from '../errors.ts';
import type { VisibleNetwork } from '../network.ts';
import type { Ssid } from '../ssid.ts';
import type { Delays } from './delays.ts';
import type { Cancel, Timers } from './timers.ts';
import type { AccessPoint } from './world.ts';

/** wpa_supplicant forgets an access point that two scans in a row, or three minutes, did not show. */
const missesAllowed = 2;
const oldest: Duration = seconds(180);

/** NetworkManager's own scans while idle: 3 s after the last, then 20 s more each time, up to two minutes. */
const firstRest = 3;
const moreRest = 20;
const longestRest = 120;

type Seen = { readonly accessPoint: AccessPoint; readonly at: Instant; readonly missed: number };

export type Sight = {
  readonly timers: Timers;
  readonly delays: Delays;
  /** What a scan would catch now, hidden ones that are asked for by name included. */
  audible(): readonly AccessPoint[];
  /** Why no scan is possible now. */
  prevented(): NetworkError | undefined;
  /** Whether NetworkManager scans by itself now, and whether it is searching rather than content. */
  mood(): 'searching' | 'content' | 'quiet';
  changed(): void;
};

/** What the device believes to be around: always a little old. */
export class Scanner {
  readonly #sight: Sight;
  #seen = new Map<string, Seen>();
  #scannedAt: Instant | undefined;
  #running: PromiseWithResolvers<void> | undefined;
  #cancelScan: Cancel = () => undefined;
  #cancelRest: Cancel = () => undefined;
  #rest = firstRest;

  constructor(sight: Sight) {
    this.#sight = sight;
  }

  get scannedAt(): Instant | undefined {
    return this.#scannedAt;
  }

  visible(): readonly VisibleNetwork[] {
    const now = this.#sight.timers.now();
    return merge([...this.#seen.values()].filter(({ at }) => now - at < oldest).map((each) => each.accessPoint));
  }

  /** Looks again soon, and then more and more seldom: the device has just become idle. */
  restart(): void {
    this.#rest = firstRest;
    this.#plan();
  }

  /** The radio becomes a hotspot: for NetworkManager that is a scan, and one that has heard nobody. */
  forget(): void {
    this.#seen = new Map();
    this.#scannedAt = this.#sight.timers.now();
  }

  vanish(error: NetworkError): void {
    this.#cancelRest();
    this.#fail(error);
    this.#seen = new Map();
    this.#scannedAt = undefined;
  }

  /** @throws NetworkError where the driver cannot scan now */
  async scan(): Promise<void> {
    if (this.#running !== undefined) return this.#running.promise;
    const error = this.#sight.prevented();
    if (error !== undefined) throw error;
    const running = Promise.withResolvers<void>();
    this.#running = running;
    const { timers, delays } = this.#sight;
    this.#cancelScan = timers.after(delays.pick('scan'), () => {
      const late = this.#sight.prevented();
      if (late !== undefined) return this.#fail(late);
      this.#running = undefined;
      this.#take();
      this.#sight.changed();
      running.resolve();
    });
    return running.promise;
  }

  #fail(error: NetworkError): void {
    this.#cancelScan();
    this.#running?.reject(error);
    this.#running = undefined;
  }

  #take(): void {
    const at = this.#sight.timers.now();
    const caught = new Map(
      this.#sight.audible().map((accessPoint) => [accessPoint.id, { accessPoint, at, missed: 0 }]),
    );
    for (const [id, old] of this.#seen) {
      const missed = old.missed + 1;
      if (!caught.has(id) && missed < missesAllowed && at - old.at < oldest) caught.set(id, { ...old, missed });
    }
    this.#seen = caught;
    this.#scannedAt = at;
  }

  #plan(): void {
    this.#cancelRest();
    const mood = this.#sight.mood();
    if (mood === 'quiet') return;
    const rest = mood === 'searching' ? this.#rest : longestRest;
    this.#rest = Math.min(this.#rest + moreRest, longestRest);
    this.#cancelRest = this.#sight.timers.after(seconds(rest), () => {
      if (this.#sight.mood() === 'quiet') return;
      // A scan of its own that fails is nobody's trouble: the next one comes.
      void this.scan().catch(() => undefined);
      this.#plan();
    });
  }
}

/** All access points of one name as one network. */
function merge(accessPoints: readonly AccessPoint[]): readonly VisibleNetwork[] {
  const groups = Map.groupBy(accessPoints, ({ ssid }) => ssid);
  return [...groups].map(([ssid, group]: [Ssid, readonly AccessPoint[]]) => ({
    ssid,
    security: [...new Set(group.flatMap(({ security }) => security))],
    signal: Math.max(...group.map(({ signal }) => signal)),
    frequencies: [...new Set(group.map(({ frequency }) => frequency))].sort((a, b) => a - b),
  }));
}
