import type { PageModel } from '../../page-model.ts';
import type { Texts } from '../texts.ts';

type ConditionsProps = {
  readonly conditions: PageModel['status']['conditions'];
  readonly texts: Texts;
};

/** What the machine has to say about its own state. The sentences are the daemon's, in English. */
export function Conditions({ conditions, texts }: ConditionsProps) {
  if (conditions.length === 0) return null;
  return (
    <section class="conditions">
      <h2>{texts.conditions}</h2>
      <ul>
        {conditions.map(({ code, severity, text }) => (
          <li key={code} class={severity}>
            <b>{texts[severity]}</b>{' '}
            <span lang="en" dir="auto">
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
