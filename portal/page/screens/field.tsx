import type { ComponentChildren } from 'preact';

type FieldProps = {
  /** Name and id: as in the API. */
  readonly name: string;
  readonly label: ComponentChildren;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  readonly value?: string | undefined;
  readonly maxLength?: number;
  readonly pattern?: string | undefined;
  readonly required?: boolean;
  /** Text of the box that shows the value of a secret field; without it the field is plain text. */
  readonly show?: string | undefined;
  readonly mode?: 'decimal' | 'url';
};

/**
 * Nothing a phone does to text while it is typed may happen to a name or a password: not in the shown state either, so
 * these stay on the element when its type changes. `autocomplete=off` also keeps the password manager away, whose sheet
 * closes the sign-in window on iOS.
 */
export const verbatim = { autocapitalize: 'none', autocorrect: 'off', spellcheck: false, autocomplete: 'off' } as const;

/** Label, input, hint and error, tied together. The script writes later errors into the element `e-<name>`. */
export function Field(props: FieldProps) {
  const { name, hint, error, show } = props;
  return (
    <div class="f">
      <label for={name}>{props.label}</label>
      <input
        id={name}
        name={name}
        type={(show === undefined ? 'text' : 'password') as 'text'}
        value={show === undefined ? props.value : undefined} // a secret never comes back
        maxLength={props.maxLength}
        pattern={props.pattern}
        required={props.required}
        inputMode={props.mode}
        dir={props.mode ? 'ltr' : 'auto'}
        aria-describedby={`${hint === undefined ? '' : `h-${name} `}e-${name}`}
        aria-invalid={error !== undefined}
        {...verbatim}
      />
      {hint !== undefined && (
        <p class="h" id={`h-${name}`}>
          {hint}
        </p>
      )}
      <p class="e" id={`e-${name}`} aria-live="polite">
        {error}
      </p>
      {show !== undefined && (
        <label class="c js">
          <input type="checkbox" data-show={name} />
          {show}
        </label>
      )}
    </div>
  );
}
