import { applyEdits, modify, parse } from 'jsonc-parser';
import { useState } from 'preact/hooks';
import { Field, Form } from './parts.tsx';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const place = ['advanced_settings', 'maintenance_window'];

type Window = { days?: readonly string[]; from?: string; to?: string; time_zone?: string };

/** The text with another window in it; comments and order stay. */
export const withWindow = (text: string, window: Window | undefined): string =>
  applyEdits(
    text.trim() === '' ? '{}' : text,
    modify(text.trim() === '' ? '{}' : text, place, window, {
      formattingOptions: { insertSpaces: true, tabSize: 2 },
    }),
  );

/** When the agent may restart and upgrade, without knowing the words of the JSON. */
export function WindowForm({ text, edit }: { readonly text: string; readonly edit: (text: string) => void }) {
  const [error, setError] = useState('');
  const settings = parse(text, [], { allowTrailingComma: true });
  const window: Window | null | undefined = settings?.advanced_settings?.maintenance_window;
  const set = (next: Window | undefined) => {
    try {
      edit(withWindow(text, next));
      setError('');
    } catch {
      setError('The JSON above cannot be changed in this state.');
    }
  };
  const send = async (values: FormData) => {
    const zone = String(values.get('zone')).trim();
    set({
      days: days.filter((day) => values.has(day)),
      from: String(values.get('from')),
      to: String(values.get('to')),
      ...(zone === '' ? {} : { time_zone: zone }),
    });
    return false;
  };
  const chosen = window?.days ?? days;
  return (
    <Form
      key={JSON.stringify(window ?? null)}
      title="Maintenance window"
      button="Put into the JSON"
      busy={false}
      error={error}
      send={send}
    >
      <p class="wide">
        {window ? 'The agent restarts and upgrades only then.' : 'None: the agent may restart and upgrade at any time.'}
        {window ? (
          <button type="button" class="quiet" onClick={() => set(undefined)}>
            Remove it
          </button>
        ) : null}
      </p>
      <fieldset class="wide">
        <legend>Days on which it begins</legend>
        {days.map((day) => (
          <label key={day} class="check">
            <input type="checkbox" name={day} defaultChecked={chosen.includes(day)} /> {day}
          </label>
        ))}
      </fieldset>
      <Field label="From" name="from" type="time" value={window?.from ?? '22:00'} />
      <Field label="To" name="to" type="time" value={window?.to ?? '04:00'} />
      <Field
        label="Time zone"
        name="zone"
        required={false}
        value={window?.time_zone ?? ''}
        hint="Empty: that of the device"
      />
    </Form>
  );
}
