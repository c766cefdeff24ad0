import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export function Failure({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <p class="failure" role="alert">
      {text}
    </p>
  );
}

type FieldProps = {
  readonly label: string;
  readonly name: string;
  readonly value?: string;
  readonly type?: 'text' | 'password' | 'file' | 'time';
  readonly required?: boolean;
  readonly hint?: string;
};

/** Their types know only one kind of input at a time. */
const typed = (type: FieldProps['type']) => ({ type }) as { readonly type: 'text' };

export function Field({ label, name, value = '', type = 'text', required = true, hint }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        {...typed(type)}
        defaultValue={value}
        required={required}
        autocomplete="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint === undefined ? null : <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly name: string;
  readonly options: readonly (readonly [value: string, text: string])[];
};

export function Choice({ label, name, options }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

type FormProps = {
  readonly title: string;
  readonly button: string;
  readonly busy: boolean;
  readonly error: string;
  readonly send: (values: FormData) => Promise<boolean>;
  readonly children: ComponentChildren;
};

export function Form({ title, button, busy, error, send, children }: FormProps) {
  return (
    <form
      class="panel"
      onSubmit={async (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (await send(new FormData(form))) form.reset();
      }}
    >
      <h2>{title}</h2>
      <div class="fields">{children}</div>
      <Failure text={error} />
      <button type="submit" disabled={busy}>
        {button}
      </button>
    </form>
  );
}

/** Asks once more, in place of a dialogue. */
export function Remove({ what, remove }: { readonly what: string; readonly remove: () => void }) {
  return (
    <button
      type="button"
      class="quiet danger"
      aria-label={`Delete ${what}`}
      onClick={() => {
        if (confirm(`Delete ${what}?`)) remove();
      }}
    >
      Delete
    </button>
  );
}

type TableProps = {
  readonly caption: string;
  readonly head: readonly string[];
  readonly empty: string;
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
};

/** On a phone each row becomes a card, with the column's name before each value. */
export function Table({ caption, head, rows, empty }: TableProps) {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={head[index]} data-label={head[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ago(now: number, moment: number | undefined): string {
  if (moment === undefined) return 'never';
  const passed = Math.max(0, Math.round((now - moment) / 1000));
  if (passed < 60) return `${passed} s ago`;
  if (passed < 3600) return `${Math.floor(passed / 60)} min ago`;
  return passed < 86_400 ? `${Math.floor(passed / 3600)} h ago` : `${Math.floor(passed / 86_400)} d ago`;
}

export const size = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 ** 2
      ? `${(bytes / 1024).toFixed(1)} kB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
