import { codePath } from '../../label.ts';
import type { PageModel } from '../../page-model.ts';
import { shownName } from '../names.ts';
import { fill, type Language } from '../texts.ts';

type OutcomeProps = { readonly model: PageModel; readonly language: Language };

/** The next address as a picture, for another phone or a computer. */
function Code({ url }: { readonly url: string }) {
  const { path, size } = codePath(url, 4);
  return (
    <svg class="qr" role="img" aria-label={url} viewBox={`0 0 ${size} ${size}`}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  );
}

const internetTexts = { yes: 'internetYes', no: 'internetNo', 'sign-in': 'internetSignIn' } as const;

/** What became of the last attempt; also of one that goes on while the page is opened. Nothing if there was none. */
export function Outcome({ model, language }: OutcomeProps) {
  const { attempt, result } = model.status;
  const texts = language.page;
  if (attempt === null) return null;
  const network = attempt.network === null ? undefined : shownName(attempt.network.name);
  if (attempt.state === 'failed') {
    return (
      <section id="outcome" class="card bad">
        <h2>{network === undefined ? texts.failed : fill(texts.failedTo, { network })}</h2>
        <p>{attempt.text ?? language.reasons[attempt.reason ?? 'failed']}</p>
      </section>
    );
  }
  if (attempt.state === 'connected') {
    const internet = attempt.internet === null || attempt.internet === 'unknown' ? undefined : attempt.internet;
    const url = result.urls[0];
    return (
      <section id="outcome" class="card good">
        <h2>{network === undefined ? texts.done : fill(texts.connectedTo, { network })}</h2>
        <p>
          {internet !== undefined && `${texts[internetTexts[internet]]} `}
          {texts.putAway}
        </p>
        {attempt.addresses.length > 0 && (
          <p>
            {texts.addresses}: <bdi>{attempt.addresses.join(', ')}</bdi>
          </p>
        )}
        {url !== undefined && model.screen !== 'result' && (
          <>
            <p>{texts.continueAt}</p>
            <p class="url">
              <bdi>{url}</bdi>
            </p>
            <Code url={url} />
          </>
        )}
      </section>
    );
  }
  return (
    <section id="outcome" class="card">
      <h2>{network === undefined ? texts.saving : fill(texts.connecting, { network })}</h2>
      <p>{attempt.state === 'waiting' ? texts.waiting : texts.trying}</p>
      <p>
        <a href={`/?lang=${language.code}`}>{texts.lookAgain}</a>
      </p>
    </section>
  );
}
