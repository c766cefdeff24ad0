import type { PageModel } from '../../page-model.ts';
import type { Island } from '../island.ts';
import { hotspotOf } from '../names.ts';
import { fill, type Language, minutesOf } from '../texts.ts';
import { FixedAddress } from './fixed-address.tsx';
import { Credentials, Questions } from './machine.tsx';
import { NetworkFields } from './network-fields.tsx';
import { Choice, Rows } from './rows.tsx';
import { Search } from './search.tsx';

type FormProps = {
  readonly model: PageModel;
  readonly language: Language;
  readonly island: Island;
  /** The row chosen before, by id; `''`: a name that was typed; undefined: nothing chosen yet. */
  readonly picked: string | undefined;
  readonly errors: Readonly<Record<string, string>>;
};

/** Seconds that a scan may take while the hotspot is away, as portal/replies.ts counts them. */
const scanLimit = 20;

/** Which network: the list, strongest first and nothing chosen, and what the choice asks for. */
function Network({ model, language, island, picked, errors }: FormProps) {
  const texts = language.page;
  const { networks, limits } = model.status;
  const { required } = island;
  const other = { required, kind: 'typed', name: texts.otherNetwork, about: texts.otherNetworkHint } as const;
  return (
    <fieldset class="card">
      <legend>{texts.chooseNetwork}</legend>
      <Search
        {...{ networks, texts }}
        language={language.code}
        hotspot={hotspotOf(model)}
        returns={limits.hotspotReturns + scanLimit}
      />
      <p class="e" id="e-network" aria-live="polite">
        {errors['network']}
      </p>
      {!required && <Choice kind="none" name={texts.keepNetwork} about="" value="" picked={false} required={false} />}
      <div id="rows">
        <Rows rows={networks.rows} texts={island.texts} {...{ picked, required }} />
      </div>
      <Choice {...other} value="" picked={picked === ''} />
      <button type="button" class="t" id="all">
        {texts.showAll}
      </button>
      <NetworkFields {...{ model, texts, errors }} />
      <details>
        <summary>{texts.notListed}</summary>
        <p>{texts.notListedHelp}</p>
      </details>
    </fieldset>
  );
}

/** Above the one button: what it will do, for how long, and what to do if the hotspot comes back. */
function Next({ model, language }: FormProps) {
  const texts = language.page;
  const { limits, result } = model.status;
  const minutes = minutesOf(limits.waiting + limits.connecting + limits.hotspotReturns);
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
      <p>{texts.nextStay}</p>
    </section>
  );
}

/** The whole form, plain enough to be sent without any script. */
export function Form(props: FormProps) {
  const { model, language, errors } = props;
  const texts = language.page;
  const { problem } = model.form;
  const part = { model, texts, errors };
  return (
    <form method="post" action={`/submit?lang=${language.code}`}>
      {/* What the Enter key means: without it the first button in the form, a search that may end the hotspot. */}
      <button type="submit" hidden />
      <p id="problem" class="e" role="alert" tabIndex={-1}>
        {problem !== undefined && language.problems[problem]}
      </p>
      <input type="hidden" name="token" value={model.status.token} />
      <Network {...props} />
      <Credentials {...part} />
      <Questions {...part} />
      <FixedAddress {...part} />
      <Next {...props} />
      <button type="submit" class="go">
        {texts.connect}
      </button>
    </form>
  );
}
