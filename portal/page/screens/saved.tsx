import type { SavedReply } from '../../schemas.ts';
import { shownName } from '../names.ts';
import { fill, type Language } from '../texts.ts';

type SavedProps = { readonly networks: SavedReply['networks']; readonly language: Language };
type Row = SavedReply['networks'][number];

const hour = 3600;

/** As that language says it. Two hours and more in whole hours. */
function ago(seconds: number, code: string): string {
  const format = new Intl.RelativeTimeFormat(code, { numeric: 'auto' });
  if (seconds < 60) return format.format(0, 'second');
  return seconds < 2 * hour
    ? format.format(-Math.floor(seconds / 60), 'minute')
    : format.format(-Math.floor(seconds / hour), 'hour');
}

/** What came of the last try: advice where it failed. */
function resultOf({ result, name }: Row, { saved, reasons }: Language): string {
  if (result === null) return '';
  return result === 'joined' ? saved.worked : fill(reasons[result], { network: shownName(name) });
}

function Network({ row, language }: { readonly row: Row; readonly language: Language }) {
  const { saved } = language;
  const { name, kind, priority, state, text, triedSecondsAgo, routeMetric } = row;
  const facts = [
    saved[kind],
    fill(saved.priority, { priority }),
    routeMetric === null ? '' : fill(saved.metric, { metric: routeMetric }),
  ].filter((fact) => fact !== '');
  return (
    <li class={state === 'in-use' ? 'card good' : 'card'}>
      <h2>
        <bdi>{shownName(name)}</bdi>
      </h2>
      <p>{text}</p>
      {triedSecondsAgo !== null && (
        <p class="h">
          {fill(saved.tried, { when: ago(triedSecondsAgo, language.code) })}. {resultOf(row, language)}
        </p>
      )}
      <p class="h">{facts.join(' · ')}</p>
    </li>
  );
}

/** The networks that the machine has, in the order in which it uses them: for who wants to know why it went where. */
export function Saved({ networks, language }: SavedProps) {
  const texts = language.page;
  return (
    <>
      <h2 style="margin-top:1rem">{texts.savedNetworks}</h2>
      {networks.length === 0 && <p>{language.saved.none}</p>}
      <ol style="padding:0;list-style:none">
        {networks.map((row, index) => (
          <Network key={index} row={row} language={language} />
        ))}
      </ol>
      <p>
        <a class="t" href={`/networks?lang=${language.code}`}>
          {texts.lookAgain}
        </a>
      </p>
      <p>
        <a class="t" href={`/?lang=${language.code}`}>
          {texts.toSetup}
        </a>
      </p>
    </>
  );
}
