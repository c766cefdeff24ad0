import type { PageModel } from '../../page-model.ts';
import { conditionIn } from '../languages/conditions/index.ts';
import type { Language } from '../texts.ts';

type ConditionsProps = {
  readonly conditions: PageModel['status']['conditions'];
  readonly language: Language;
};

/**
 * What the machine has to say about its own state. The status brings the sentences in the language of the page; one that
 * the language does not have is the daemon's, in English, and says so to a screen reader.
 */
export function Conditions({ conditions, language: { code: shown, page: texts } }: ConditionsProps) {
  if (conditions.length === 0) return null;
  return (
    <section class="conditions">
      <h2>{texts.conditions}</h2>
      <ul>
        {conditions.map(({ code, severity, text }) => (
          <li key={code} class={severity}>
            <b>{texts[severity]}</b>{' '}
            <span {...(shown === 'en' || conditionIn(shown, code) !== undefined ? {} : { lang: 'en', dir: 'auto' })}>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
