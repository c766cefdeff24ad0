import { gap, type Island, type ScriptProblem } from './island.ts';
import { nameFlaw, passwordFlaw } from './validation.ts';

export const byId = (id: string): HTMLElement | null => document.getElementById(id);

/** Shows a sentence at a field, or takes it away; false where the page has no such field. */
export function showError(name: string, text: string): boolean {
  const place = byId(`e-${name}`);
  if (!place) return false;
  if (place.textContent !== text) place.textContent = text;
  byId(name)?.setAttribute('aria-invalid', String(text !== ''));
  const details = place.closest('details');
  if (text && details) details.open = true;
  return true;
}

/** What can be checked while it is typed; all else is the machine's to say, which answers within a moment. */
const flaws = { ssid: nameFlaw, psk: passwordFlaw };

/**
 * Names and passwords are checked as they are typed, and shown or hidden by their boxes. While somebody types, only what
 * more typing cannot mend is said.
 */
export function watchFields(form: HTMLFormElement, { problems }: Island['texts'], onUse: () => void): void {
  const check = (target: EventTarget | null, typing: boolean) => {
    const { name, value, checked, dataset } = target as HTMLInputElement;
    const shown = byId(dataset['show'] ?? '') as HTMLInputElement | null;
    if (shown) shown.type = checked ? 'text' : 'password';
    const flaw = value && flaws[name as keyof typeof flaws]?.(value);
    const early = typing && flaw && flaw.problem === 'too-short';
    // Who only looks at a field does not mend it: what the machine said of it stays.
    if (name && (typing || flaw)) {
      showError(name, flaw && !early ? gap(problems[flaw.problem as ScriptProblem], flaw.limit ?? '') : '');
    }
  };
  form.addEventListener('input', ({ target }) => {
    check(target, true);
    onUse();
  });
  // A field is left by a tap on something else, which must not move away under the finger.
  form.addEventListener('focusout', ({ target }) => setTimeout(check, 300, target, false));
}

/**
 * The form as the API wants it: what is empty, or belongs to another network than the one chosen and is therefore not in
 * view, is left out; `extra.x` goes one level down.
 */
export function contents(form: HTMLFormElement): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [name, value] of new FormData(form)) {
    const field = byId(name);
    if (!value || (field?.closest('#fields') && !field.offsetParent)) continue;
    if (name.startsWith('extra.')) extra[name.slice(6)] = value;
    else body[name] = value;
  }
  return { ...body, extra };
}
