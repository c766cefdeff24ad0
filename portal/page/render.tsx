import { script, style } from 'virtual:script';
import { renderToString } from 'preact-render-to-string';
import { inlineJson } from '../inline-json.ts';
import type { FormValues, PageModel, PageModule } from '../page-model.ts';
import type { Island } from './island.ts';
import { conditionIn } from './languages/conditions/index.ts';
import { languages as all } from './languages/index.ts';
import { hotspotOf, shownName } from './names.ts';
import { Conditions } from './screens/conditions.tsx';
import { Document } from './screens/document.tsx';
import { Form } from './screens/form.tsx';
import { Live } from './screens/live.tsx';
import { Outcome } from './screens/outcome.tsx';
import { Saved } from './screens/saved.tsx';
import { Short } from './screens/short.tsx';
import { fill, type Language, scriptTexts } from './texts.ts';

const named = (code: string): Language => all.find((language) => language.code === code) ?? all[0];

const sentences: PageModule['sentences'] = (code) => {
  const { reasons, problems, fields, saved } = named(code);
  return {
    reason: (reason, network) => fill(reasons[reason], { network: shownName(network) }),
    problem: (problem) => problems[problem],
    saved: (state) => saved[state],
    field: (problem, limit) => fill(fields[problem], { limit: limit ?? '' }),
    condition: ({ code: condition, text, detail }) => {
      const sentence = conditionIn(code, condition);
      if (sentence === undefined) return text;
      return detail === undefined ? sentence : fill(`${sentence} ({detail})`, { detail });
    },
  };
};

/** The network chosen before: a row by its id, or by the name that the last attempt failed with; `''`: typed. */
function choice({ status, form }: PageModel): { readonly picked: string | undefined; readonly values: FormValues } {
  const { values } = form;
  const { rows } = status.networks;
  const tried = status.attempt?.state === 'failed' ? status.attempt.network : null;
  const row = rows.find(({ id }) => id === values['network']) ?? rows.find(({ ssidHex }) => ssidHex === tried?.ssidHex);
  if (values['ssid']) return { picked: '', values };
  if (row) return { picked: row.id, values };
  return tried ? { picked: '', values: { ...values, ssid: tried.name } } : { picked: undefined, values };
}

function islandOf(model: PageModel, language: Language): Island {
  const { status } = model;
  const { waiting, connecting, hotspotReturns } = status.limits;
  const returns = status.hotspotReturnsWithin ?? waiting + connecting + hotspotReturns;
  return {
    language: language.code,
    token: status.token,
    required: !status.online && !status.staged.network,
    returns,
    watching: isRunning(model) ? shownName(status.attempt?.network?.name ?? '') : null,
    texts: scriptTexts(language, hotspotOf(model)),
  };
}

const isRunning = ({ status: { attempt } }: PageModel): boolean =>
  attempt?.state === 'waiting' || attempt?.state === 'connecting';

/** A full page: the outcome of the last attempt, and the form unless one is going on. */
function Page({ model, language }: { readonly model: PageModel; readonly language: Language }) {
  const { conditions, attempt } = model.status;
  const texts = language.page;
  const grave = conditions.filter(({ severity }) => severity === 'error');
  const errors = Object.fromEntries(
    model.form.errors.map(({ field, problem, limit }) => [field, sentences(language.code).field(problem, limit)]),
  );
  const { picked: chosen, values } = choice(model);
  const island = islandOf(model, language);
  const isForm = model.screen === 'form';
  const filled = { ...model, form: { ...model.form, values } };
  // After a success there is no form, unless it has just been sent from another page and was not accepted.
  const isUsed = model.form.problem !== undefined || Object.keys(model.form.values).length > 0;
  const isDone = attempt?.state === 'connected' && !isUsed;
  return (
    <Document
      {...{ model, language, style }}
      languages={all}
      end={
        isForm &&
        !isDone && (
          <>
            {/* Safe: `inlineJson` cannot end the element. */}
            <script id="data" type="application/json" dangerouslySetInnerHTML={{ __html: inlineJson(island) }} />
            <script dangerouslySetInnerHTML={{ __html: script }} />
          </>
        )
      }
    >
      <Conditions conditions={grave} language={language} />
      {(isDone || attempt?.state !== 'connected') && <Outcome model={model} language={language} />}
      {isForm && !isDone && <Live texts={texts} home={`/?lang=${language.code}`} />}
      {isForm && !isRunning(model) && !isDone && (
        <Form model={filled} {...{ language, island, errors }} picked={chosen} />
      )}
      {isForm && isDone && (
        <p>
          <a class="t" href={`/?lang=${language.code}&again=1`}>
            {texts.anotherNetwork}
          </a>
        </p>
      )}
      <Conditions conditions={conditions.filter((condition) => !grave.includes(condition))} language={language} />
    </Document>
  );
}

function screenOf(model: PageModel, language: Language) {
  switch (model.screen) {
    case 'form':
    case 'result':
      return <Page {...{ model, language }} />;
    case 'saved':
      return (
        <Document {...{ model, language, style }} languages={all}>
          <Saved networks={model.saved?.networks ?? []} language={language} />
        </Document>
      );
    default:
      return <Short {...{ model, language }} />;
  }
}

const render: PageModule['default'] = (model, code) => {
  const language = named(code);
  const page = screenOf(model, language);
  return { html: `<!doctype html>${renderToString(page)}` };
};

export default render;
export const languages: PageModule['languages'] = all.map(({ code }) => code);
export const scripts: PageModule['scripts'] = [script];
export { sentences };
