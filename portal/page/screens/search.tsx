import type { NetworksReply } from '../../schemas.ts';
import { fill, minutesOf, type Texts } from '../texts.ts';

type SearchProps = {
  readonly networks: NetworksReply;
  readonly texts: Texts;
  readonly language: string;
  readonly hotspot: string;
  /** Seconds until the hotspot is back, at most. */
  readonly returns: number;
};

/** The age of the list, and a new search: at once where it costs nothing, else after an honest word about the hotspot. */
export function Search({ networks: { age, rescan }, texts, language, hotspot, returns }: SearchProps) {
  // As a submit button it keeps what was typed when no script runs.
  const button = (text: string) => (
    <button type="submit" class="t" id="search" formAction={`/rescan?lang=${language}`} formNoValidate>
      {text}
    </button>
  );
  return (
    <div class="s">
      <p id="age" role="status">
        {age !== null && (age < 60 ? texts.listNew : fill(texts.listAge, { minutes: minutesOf(age - 59) }))}
      </p>
      {rescan === 'free' && button(texts.search)}
      {rescan === 'drops-hotspot' && (
        <details>
          <summary>{texts.search}</summary>
          <p>{fill(texts.searchDrops, { hotspot, seconds: returns })}</p>
          {button(texts.searchNow)}
        </details>
      )}
    </div>
  );
}
