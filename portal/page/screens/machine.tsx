import type { PageModel } from '../../page-model.ts';
import type { Texts } from '../texts.ts';
import { Field } from './field.tsx';

export type PartProps = {
  readonly model: PageModel;
  readonly texts: Texts;
  /** The sentence for each field that was not accepted. */
  readonly errors: Readonly<Record<string, string>>;
};

const parts = ['appAddress', 'machineId', 'secret', 'apiKeyId', 'apiKey'] as const;
const secretParts: ReadonlySet<string> = new Set(['secret', 'apiKey']);

function Paste({ model, texts, errors }: PartProps) {
  const { values } = model.form;
  const open = parts.some((name) => values[name] || errors[name]);
  return (
    <>
      <div class="f">
        <label for="credentials">{texts.credentialsPaste}</label>
        <textarea
          id="credentials"
          name="credentials"
          rows={4}
          dir="ltr"
          autocapitalize="none"
          autocorrect="off"
          spellcheck={false}
          autocomplete="off"
          placeholder='{"cloud": {"id": …'
          aria-describedby="e-credentials"
          aria-invalid={errors['credentials'] !== undefined}
        />
        <p class="e" id="e-credentials" aria-live="polite">
          {errors['credentials']}
        </p>
      </div>
      <details open={open}>
        <summary>{texts.credentialsParts}</summary>
        {parts.map((name) => (
          <Field
            key={name}
            name={name}
            label={texts[name]}
            hint={name === 'secret' ? texts.secretHint : undefined}
            value={values[name]}
            error={errors[name]}
            show={secretParts.has(name) ? texts.show : undefined}
            mode="url"
          />
        ))}
      </details>
    </>
  );
}

/**
 * Machine credentials: asked for where there are none, folded away where they can be replaced with the owner's code, and
 * absent where they cannot be replaced from here.
 */
export function Credentials(props: PartProps) {
  const { model, texts, errors } = props;
  const { replacement, staged } = model.status;
  if (replacement === 'refused') return null;
  if (replacement === 'free') {
    return (
      <section class="card">
        <h2>{texts.credentials}</h2>
        <p>{staged.credentials ? texts.credentialsStaged : texts.credentialsNeeded}</p>
        <Paste {...props} />
      </section>
    );
  }
  const open = errors['ownershipCode'] !== undefined || errors['credentials'] !== undefined;
  return (
    <details class="card" open={open || parts.some((name) => errors[name])}>
      <summary>{texts.credentialsReplace}</summary>
      <Field
        name="ownershipCode"
        label={texts.ownershipCode}
        hint={texts.ownershipHint}
        error={errors['ownershipCode']}
        show={texts.show}
      />
      <Paste {...props} />
    </details>
  );
}

/** The maker's own questions, and the fragment where the machine has none yet. */
export function Questions({ model, texts, errors }: PartProps) {
  const { extraFields, fragmentId, replacement } = model.status;
  const { values } = model.form;
  const asksFragment = fragmentId === null && replacement === 'free';
  if (extraFields.length === 0 && !asksFragment) return null;
  const label = (text: string, required: boolean) => (
    <>
      <bdi>{text}</bdi>
      {!required && <small> ({texts.optional})</small>}
    </>
  );
  return (
    <section class="card">
      <h2>{texts.extra}</h2>
      {extraFields.map((field) => {
        const name = `extra.${field.name}`;
        return (
          <Field
            key={name}
            name={name}
            label={label(field.label, field.required)}
            value={values[name]}
            error={errors[name]}
            maxLength={field.maxLength}
            pattern={field.pattern ?? undefined}
            required={field.required}
          />
        );
      })}
      {asksFragment && (
        <Field
          name="fragmentId"
          label={label(texts.fragment, false)}
          hint={texts.fragmentHint}
          value={values['fragmentId']}
          error={errors['fragmentId']}
          maxLength={128}
          mode="url"
        />
      )}
    </section>
  );
}
