import type { PageModel } from '../../page-model.ts';
import { hotspotOf, shownName } from '../names.ts';
import { fill, type Language, minutesOf } from '../texts.ts';

type ShortProps = { readonly model: PageModel; readonly language: Language };

const style = 'body{font:1.1em system-ui;margin:1em}';

function content({ model, language }: ShortProps): readonly [string, ...string[]] {
  const texts = language.page;
  const { attempt, limits, result } = model.status;
  const hotspot = hotspotOf(model);
  if (model.screen === 'missing') return [texts.missing];
  if (model.screen === 'rescanning') return [texts.searching, fill(texts.searchGone, { hotspot })];
  const network = attempt?.network;
  const minutes = minutesOf(limits.waiting + limits.connecting + limits.hotspotReturns);
  const url = result.urls[0];
  return [
    network ? fill(texts.connecting, { network: shownName(network.name) }) : texts.saving,
    texts.waiting,
    fill(texts.nextJoin, { minutes }),
    fill(texts.nextReturn, { hotspot }),
    ...(url === undefined ? [] : [`${texts.nextResult} ${url}`]),
  ];
}

/** The replies that must reach the phone in one packet, before the hotspot goes: no script, hardly any style. */
export function Short({ model, language }: ShortProps) {
  const [heading, ...sentences] = content({ model, language });
  return (
    <html lang={language.code} dir={language.direction}>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <title>{heading}</title>
      <style>{style}</style>
      <main>
        <h1>{heading}</h1>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <a href={`/?lang=${language.code}`}>
          {model.screen === 'missing' ? language.page.toSetup : language.page.lookAgain}
        </a>
      </main>
    </html>
  );
}
