import { autocompletion } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { type Diagnostic, linter } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { useEffect, useRef } from 'preact/hooks';
import { partsOf } from '../paths.ts';
import { api } from './api.ts';
import { complete } from './completion.ts';
import { editorLook } from './editor-look.ts';
import type { Problem } from './types.ts';

/** A text that does not come from the editor itself; each one is an object of its own. */
export type Outside = { readonly text: string };

type Props = {
  /** What the editor begins with, and is set to whenever another one comes. */
  readonly outside: Outside;
  readonly edit: (text: string) => void;
  readonly found: (problems: readonly Problem[]) => void;
};

/** How long somebody has to pause before the cloud is asked, in milliseconds. */
const pause = 400;

export function Editor({ outside, edit, found }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const called = useRef({ edit, found });
  called.current = { edit, found };
  useEffect(() => {
    const looks = editorLook();
    const made = new EditorView({
      doc: outside.text,
      parent: place.current as Element,
      extensions: [
        basicSetup,
        json(),
        looks.extension,
        autocompletion({ override: [complete] }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Configuration as JSON' }),
        linter((editor) => look(editor, (problems) => called.current.found(problems)), { delay: pause }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) called.current.edit(update.state.doc.toString());
        }),
      ],
    });
    view.current = made;
    const stop = looks.follow(made);
    return () => {
      stop();
      made.destroy();
    };
  }, []);

  // Never what was typed: it would come back late, and undo what was typed since.
  useEffect(() => {
    const editor = view.current;
    const now = editor?.state.doc.toString();
    if (now === undefined || now === outside.text) return;
    editor?.dispatch({ changes: { from: 0, to: now.length, insert: outside.text } });
  }, [outside]);

  return <div class="editor" ref={place} />;
}

/** Asks the cloud, whose reading is the agent's own, and marks each problem in its place. */
async function look(editor: EditorView, found: (problems: readonly Problem[]) => void): Promise<Diagnostic[]> {
  const configuration = editor.state.doc.toString();
  const answer = await api<{ problems: readonly Problem[] }>('/check', { body: { configuration } }).catch(
    () => undefined,
  );
  if (answer === undefined) return [];
  found(answer.problems);
  const tree = parseTree(configuration, [], { allowTrailingComma: true });
  return answer.problems.map((problem) => {
    const { from, to } = placeOf(problem, tree, configuration.length);
    return { from, to, severity: problem.severity, message: problem.message };
  });
}

function placeOf({ path }: Problem, tree: Node | undefined, length: number): { from: number; to: number } {
  const parts = partsOf(path);
  // What is missing has no place of its own: the object that it is missing in.
  for (let count = parts.length; count > 0 && tree !== undefined; count--) {
    const steps = parts.slice(0, count).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const node = findNodeAtLocation(tree, steps) ?? findNodeAtLocation(tree, parts.slice(0, count) as string[]);
    if (node === undefined) continue;
    const whole = node.parent?.type === 'property' ? node.parent : node;
    return { from: whole.offset, to: Math.min(length, whole.offset + whole.length) };
  }
  return { from: 0, to: Math.min(length, 1) };
}
