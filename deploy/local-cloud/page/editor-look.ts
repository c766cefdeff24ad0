import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const words = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--main)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.comment, tags.punctuation], color: 'var(--soft)' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

const panel = { color: 'var(--text)', backgroundColor: 'var(--panel)' };
const marked = 'color-mix(in srgb, var(--main) 25%, var(--panel))';

/** The colors of the page, which follow the person's choice of light or dark. */
const look = (dark: boolean): Extension =>
  EditorView.theme(
    {
      '&': panel,
      '.cm-gutters': { ...panel, color: 'var(--soft)', borderRight: '1px solid var(--line)' },
      '.cm-content': { caretColor: 'var(--text)' },
      '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
      '.cm-activeLine, .cm-activeLineGutter': {
        backgroundColor: 'color-mix(in srgb, var(--main) 8%, transparent)',
      },
      '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
        backgroundColor: marked,
      },
      '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: marked },
      '.cm-panels, .cm-tooltip': { ...panel, borderColor: 'var(--line)' },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
        color: 'var(--on-main)',
        backgroundColor: 'var(--main)',
      },
      '.cm-completionDetail': { color: 'inherit' },
      '.cm-foldPlaceholder': { ...panel, borderColor: 'var(--line)' },
    },
    { dark },
  );

/** How the editor looks: with `follow`, the choice is followed while the page is open; it gives how to stop. */
export function editorLook(): { readonly extension: Extension; follow(editor: EditorView): () => void } {
  const asked = matchMedia('(prefers-color-scheme: dark)');
  const place = new Compartment();
  return {
    extension: [place.of(look(asked.matches)), syntaxHighlighting(words)],
    follow(editor) {
      const change = () => editor.dispatch({ effects: place.reconfigure(look(asked.matches)) });
      asked.addEventListener('change', change);
      return () => asked.removeEventListener('change', change);
    },
  };
}
