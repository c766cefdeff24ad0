import type { PageModel } from '../../page-model.ts';
import type { Island } from '../island.ts';
import { hotspotOf } from '../names.ts';
import { fill, type Language, minutesOf } from '../texts.ts';
import { FixedAddress } from './fixed-address.tsx';
import { Credentials, Questions } from './machine.tsx';
import { NetworkFields } from './network-fields.tsx';
import { Picker } from './picker.tsx';

type FormProps = {
  readonly model: PageModel;
  readonly language: Language;
  readonly island: Island;
  readonly errors: Readonly<Record<string, string>>;
};

/** Above the one button: what it will do, for how long, and what to do if the hotspot comes back. */
function Next({ model, language }: FormProps) {
  const texts = language.page;
  const { limits, result } = model.status;
  const minutes = minutesOf(limits.waiting + limits.connecting);
  return (
    <section class="next">
      <h2>{texts.next}</h2>
      <ol>
        <li>{texts.nextLeave}</li>
        <li>{fill(texts.nextJoin, { minutes })}</li>
        <li>{fill(texts.nextReturn, { hotspot: hotspotOf(model) })}</li>
        {result.urls[0] !== undefined && (
          <li>
            {texts.nextResult} <bdi class="url">{result.urls[0]}</bdi>
          </li>
        )}
      </ol>
      <p class="h">{texts.nextStay}</p>
    </section>
  );
}

/** The whole form, plain enough to be sent without any script. */
export function Form(props: FormProps) {
  const { model, language, island, errors } = props;
  const texts = language.page;
  const { problem } = model.form;
  const { list, picked } = island;
  const part = { model, texts, errors };
  return (
    <form id="form" method="post" action={`/submit?lang=${language.code}`}>
      <p id="problem" class="problem" role="alert" tabIndex={-1}>
        {problem !== undefined && language.problems[problem]}
      </p>
      <input type="hidden" name="token" value={model.status.token} />
      <fieldset class="card">
        <legend>{texts.chooseNetwork}</legend>
        <p class="e" id="e-network" aria-live="polite">
          {errors['network']}
        </p>
        <div id="picker">
        <Picker {...{ island, list, picked }} folded={false} search="idle" />
        </div>
        <NetworkFields {...part} />
      </fieldset>
      <Credentials {...part} />
      <Questions {...part} />
      <FixedAddress {...part} />
      <Next {...props} />
      <button class="go">{texts.connect}</button>
      <details class="help">
        <summary>{texts.notListed}</summary>
        <p>{texts.notListedHelp}</p>
      </details>
    </form>
  );
}
