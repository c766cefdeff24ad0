import type { Instant } from '../../netplan/duration.ts';
import type { NetworkRow } from '../../portal/session.ts';

/** Far more than any place has: wpa_supplicant itself keeps 200. */
const mostRows = 512;
/** The time of a scan is reckoned from two clocks at each look, one of which counts hundredths of a second. */
const jitter = 1000;

/**
 * The list of the last scan, for as long as there is no newer one. While somebody is on the page nothing is scanned, and
 * wpa_supplicant forgets what it has not heard for three minutes (`bss_expiration_age`): without this the list empties
 * under a person who looks for a password. Its age is shown, and who chose a row finds it still there.
 */
export class LastScan {
  #at: Instant | undefined;
  readonly #rows = new Map<string, NetworkRow>();

  /** @param at of the scan, `undefined` when there was none */
  list(rows: readonly NetworkRow[], at: Instant | undefined): readonly NetworkRow[] {
    if (at === undefined) return rows;
    // A hotspot that comes up counts as a scan for NetworkManager, and empties its list: that is no newer one.
    if (this.#at === undefined || (rows.length > 0 && at - this.#at > jitter)) {
      this.#rows.clear();
      this.#at = at;
    }
    const seen = new Set(rows.map(({ id }) => id));
    const gone = [...this.#rows.values()].filter(({ id }) => !seen.has(id));
    for (const row of rows) if (this.#rows.has(row.id) || this.#rows.size < mostRows) this.#rows.set(row.id, row);
    return gone.length === 0 ? rows : [...rows, ...gone.map((row) => ({ ...row, connected: false }))];
  }

  clear(): void {
    this.#at = undefined;
    this.#rows.clear();
  }
}
