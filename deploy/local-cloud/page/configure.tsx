import { useState } from 'preact/hooks';
import { api } from './api.ts';
import { Editor, type Outside } from './editor.tsx';
import { useDeed } from './hooks.ts';
import { Failure } from './parts.tsx';
import type { Problem } from './types.ts';
import { WindowForm } from './window.tsx';

type Props = {
  /** Where it is saved. */
  readonly path: string;
  /** As the cloud has it. */
  readonly saved: string;
  readonly change: () => Promise<void>;
};

/** The agent's configuration, with completion, and with what is wrong while it is typed. */
export function Configure({ path, saved, change }: Props) {
  const [text, setText] = useState(saved);
  const [outside, setOutside] = useState<Outside>({ text: saved });
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const { act, error, busy } = useDeed();
  const [note, setNote] = useState('');
  const save = () =>
    act(async () => {
      await api(path, { method: 'PUT', body: { configuration: text } });
      await change();
      setNote('Saved. The machine has it with its next call.');
    });
  const edit = (next: string) => {
    setText(next);
    setNote('');
  };
  const replace = (next: string) => {
    setOutside({ text: next });
    edit(next);
  };
  return (
    <section aria-label="Configuration">
      <p class="hint">
        The object <code>agent</code>. Everything is optional; <kbd>Ctrl</kbd>+<kbd>Space</kbd> shows what there is.
      </p>
      <Editor outside={outside} edit={edit} found={setProblems} />
      <Failure text={error} />
      <div class="row">
        <button type="button" onClick={save} disabled={busy || text === saved}>
          Save
        </button>
        <button type="button" class="quiet" onClick={() => replace(saved)} disabled={text === saved}>
          Undo all
        </button>
        <output>{note}</output>
      </div>
      <h2>Problems</h2>
      {problems.length === 0 ? (
        <p class="empty">None.</p>
      ) : (
        <ul class="problems">
          {problems.map(({ path, message, severity }) => (
            <li key={`${path} ${message}`} class={severity}>
              <strong>{severity}</strong> {message}
            </li>
          ))}
        </ul>
      )}
      <WindowForm text={text} edit={replace} />
    </section>
  );
}
