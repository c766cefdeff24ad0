import type { SavedProfile } from '../network.ts';
import type { JoinReason } from '../reasons.ts';
import type { AnyProfile } from './world.ts';

/** `connection.autoconnect-retries` where a profile does not set it. */
const usualRetries = 4;

export type Stored = {
  readonly profile: AnyProfile;
  readonly volatile: boolean;
  readonly attempt: string | undefined;
  readonly digest: string | undefined;
  /** Seconds since 1970; 0: never. */
  readonly lastSuccess: number;
  /** Tries of NetworkManager's own that are left; ours have no end (`autoconnect-retries=0`). */
  readonly retries: number;
  /** No password that works: NetworkManager leaves it alone until it is changed or joined by hand. */
  readonly secretsMissing: boolean;
};

const retriesOf = ({ source }: AnyProfile): number => (source === 'other' ? usualRetries : Number.POSITIVE_INFINITY);

/** What NetworkManager has stored, with its memory of how each fared. It outlives agents; a restart ends the volatile ones. */
export class Profiles {
  readonly #stored = new Map<string, Stored>();

  list(): readonly Stored[] {
    return [...this.#stored.values()];
  }

  find(id: string): Stored | undefined {
    return this.#stored.get(id);
  }

  /** Adds, or changes in place; what was learnt about a password is forgotten with the password. */
  put(profile: AnyProfile, mark: Partial<Pick<Stored, 'volatile' | 'attempt' | 'digest'>> = {}): void {
    const known = this.#stored.get(profile.id);
    this.#stored.set(profile.id, {
      volatile: false,
      attempt: undefined,
      digest: undefined,
      lastSuccess: known?.lastSuccess ?? 0,
      ...mark,
      profile,
      retries: retriesOf(profile),
      secretsMissing: false,
    });
  }

  /** Somebody ended its link by hand: NetworkManager leaves it alone for a while. */
  block(id: string): void {
    this.#change(id, () => ({ retries: 0 }));
  }

  remove(id: string): void {
    this.#stored.delete(id);
  }

  /** @returns false when there is no such profile (any more) */
  keep(id: string, priority: number): boolean {
    const stored = this.#stored.get(id);
    if (stored === undefined) return false;
    const profile = { ...stored.profile, priority, autoconnect: true };
    this.#stored.set(id, { ...stored, profile, volatile: false });
    return true;
  }

  succeeded(id: string, lastSuccess: number): void {
    this.#change(id, ({ profile }) => ({ lastSuccess, retries: retriesOf(profile), secretsMissing: false }));
  }

  failed(id: string, reason: JoinReason): void {
    this.#change(id, ({ retries, secretsMissing }) => ({
      retries: retries - 1,
      secretsMissing: secretsMissing || reason === 'wrong-password' || reason === 'identity-refused',
    }));
  }

  /** NetworkManager gives a profile that used up its tries a new chance after a while. */
  forgive(id: string): void {
    this.#change(id, ({ profile }) => ({ retries: retriesOf(profile) }));
  }

  /** What a restart of NetworkManager leaves. */
  restart(): void {
    for (const [id, { profile, volatile }] of this.#stored) {
      if (volatile) this.#stored.delete(id);
      else this.#change(id, () => ({ retries: retriesOf(profile), secretsMissing: false }));
    }
  }

  /** As they were when `former` was listed; what came later stays. */
  restore(former: readonly Stored[]): void {
    for (const stored of former) {
      const { retries, lastSuccess } = this.#stored.get(stored.profile.id) ?? stored;
      this.#stored.set(stored.profile.id, { ...stored, retries: Math.max(retries, stored.retries), lastSuccess });
    }
  }

  /** A volatile profile lives as long as its use. */
  dropUnused(used: ReadonlySet<string>): void {
    for (const [id, { volatile }] of this.#stored) if (volatile && !used.has(id)) this.#stored.delete(id);
  }

  #change(id: string, change: (stored: Stored) => Partial<Stored>): void {
    const stored = this.#stored.get(id);
    if (stored !== undefined) this.#stored.set(id, { ...stored, ...change(stored) });
  }
}

export const savedProfile = ({ profile, volatile, attempt, digest, lastSuccess }: Stored): SavedProfile => ({
  id: profile.id,
  name: profile.name,
  source: profile.source,
  kind: profile.wifi === undefined ? 'wired' : 'wifi',
  ssid: profile.wifi?.ssid,
  hidden: profile.wifi?.hidden ?? false,
  interface: profile.interface,
  autoconnect: profile.autoconnect,
  priority: profile.priority,
  lastSuccess,
  volatile,
  attempt,
  digest,
});
