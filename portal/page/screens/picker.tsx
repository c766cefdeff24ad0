import { gap, type Island, type Row } from '../island.ts';
import { shownName } from '../names.ts';

/** What a choice asks for: a password, a user name with one, nothing, or the name as well. */
export type Kind = 'psk' | 'eap' | 'none' | 'typed';

/** What changes in the list while the page is open. */
export type ListState = {
  readonly list: Island['list'];
  readonly picked: string | null;
  /** Only the chosen row is shown. */
  readonly folded: boolean;
  /** A search is under way, or has taken the hotspot away. */
  readonly search: 'idle' | 'busy' | 'gone';
};

type PickerProps = ListState & {
  readonly island: Island;
  readonly onPick?: (id: string, kind: Kind) => void;
  readonly onUnfold?: () => void;
  readonly onSearch?: (event: Event) => void;
};

const kindOf = ({ security }: Row): Kind =>
  security === 'enterprise' ? 'eap' : security === 'open' || security === 'owe' ? 'none' : 'psk';

/** 0 to 3: as many bars less one. */
const strength = (signal: number) => Math.min(3, Math.floor(signal / 25));

/** The list of networks. Rendered by the server, then kept up to date in the page. */
export function Picker({ island, list, picked, folded, search, onPick, onUnfold, onSearch }: PickerProps) {
  const { texts, mayKeep, language } = island;
  const { rows, age, rescan } = list;
  // Choices that are no row have an empty `network`, as the API wants it.
  const choice = (id: string, kind: Kind, name: string, words: string, row?: Row) =>
    folded && picked !== id ? null : (
      <label class="r" key={id}>
        <input
          type="radio"
          name="network"
          class={row?.known ? `${kind} known` : kind}
          value={row && id}
          checked={picked === id}
          disabled={row && !row.supported}
          required={!mayKeep}
          onChange={() => onPick?.(id, kind)}
        />
        <span>
          <bdi>{name}</bdi>
          <small>{words}</small>
        </span>
        {row && kind !== 'none' && <i class="l" />}
        {row && <i class={`b b${strength(row.signal)}`} />}
      </label>
    );
  // As a submit button it keeps what was typed when no script runs.
  const button = (text: string) => (
    <button
      class="t"
      formAction={`/rescan?lang=${language}`}
      formNoValidate
      disabled={search !== 'idle'}
      onClick={onSearch}
    >
      {text}
    </button>
  );
  const old = age === null ? '' : age < 60 ? texts.listNew : gap(texts.listAge, Math.floor(age / 60));
  return (
    <>
      <div class="s">
        <p role="status">{search === 'idle' ? old : search === 'busy' ? texts.searching : texts.searchGone}</p>
        {rescan === 'free' && button(texts.search)}
        {rescan === 'drops-hotspot' && (
          <details>
            <summary>{texts.search}</summary>
            <p>{texts.searchDrops}</p>
            {button(texts.searchNow)}
          </details>
        )}
      </div>
      {mayKeep && choice('keep', 'none', texts.keep, '')}
      {rows.map((row) => {
        const words = [texts.securities[row.security]];
        words.push(row.supported ? (texts.signals[strength(row.signal)] ?? '') : texts.unsupported);
        if (row.known) words.push(row.connected ? texts.connected : texts.known);
        return choice(row.id, kindOf(row), shownName(row.name), words.join(' · '), row);
      })}
      {!rows[0] && <p>{texts.noNetworks}</p>}
      {choice('', 'typed', ...texts.other)}
      {folded && (
        <button type="button" class="t" onClick={onUnfold}>
          {texts.showAll}
        </button>
      )}
    </>
  );
}
