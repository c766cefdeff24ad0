import { gap, type Island, type ScriptProblem } from './island.ts';
import { type Flaw, nameFlaw, passwordFlaw } from './validation.ts';

type Input = HTMLInputElement;

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

/** What is wrong with a field of the page: the product's own rules for names and passwords, the browser's for the rest. */
function flawOf({ name, value, required, validity, dataset }: Input): Flaw {
  if (!value) return required ? { problem: 'required' } : undefined;
  if (name === 'ssid') return nameFlaw(value);
  if (name === 'psk') return passwordFlaw(value);
  return validity.patternMismatch ? { problem: dataset['mismatch'] as ScriptProblem } : undefined;
}

/**
 * Checks one field and says what is wrong. While it is `typing`, only what more typing cannot mend is said.
 *
 * @returns whether the field is right.
 */
function check(input: Input, { problems }: Island['texts'], typing?: boolean): boolean {
  const flaw = flawOf(input);
  const early = typing && (flaw?.problem === 'too-short' || input.dataset['mismatch']);
  showError(input.name, flaw && !early ? gap(problems[flaw.problem as ScriptProblem], flaw.limit ?? '') : '');
  return !flaw;
}

/** Which fields the network chosen asks for (the class of its button), and which it does not: these are not sent. */
export function unasked(form: HTMLFormElement): readonly string[] {
  const kinds = form.querySelector('[name=network]:checked')?.classList;
  const is = (kind: string) => kinds?.contains(kind);
  const login = is('eap') || (is('typed') && form.querySelector('.if-eap[open]'));
  const demands: [name: string, asked: unknown, required: unknown][] = [
    ['ssid', is('typed'), true],
    ['psk', !login && (is('psk') || is('typed')), is('psk') && !is('known')],
    ['identity', login, true],
    ['password', login, true],
    ['enterpriseMethod', login, false],
  ];
  return demands.flatMap(([name, asked, required]) => {
    (byId(name) as Input).required = Boolean(asked && required);
    return asked ? [] : [name];
  });
}

/** Checks everything before it is sent; the first field with a flaw gets the focus. */
export function checkAll(form: HTMLFormElement, { mayKeep, texts }: Island): boolean {
  const skipped = unasked(form);
  const chosen = mayKeep || form.querySelector('[name=network]:checked');
  showError('network', chosen ? '' : texts.problems.required);
  const wrong = [...form.querySelectorAll<Input>('[aria-invalid]')].filter(
    ({ name }) => !skipped.includes(name) && !check(byId(name) as Input, texts),
  );
  const first = chosen ? wrong[0] : form.querySelector<Input>('[name=network]');
  first?.focus();
  return !first;
}

/** Fields are checked as they are typed into, and shown or hidden by their boxes. */
export function watchFields(form: HTMLFormElement, { texts }: Island, onUse: () => void): void {
  const listen = (event: 'input' | 'focusout', typing: boolean) =>
    form.addEventListener(event, ({ target }) => {
      const input = target as Input;
      const shown = byId(input.dataset['show'] ?? '') as Input | null;
      if (shown) shown.type = input.checked ? 'text' : 'password';
      else if (input.hasAttribute('aria-invalid') && (typing || input.value)) check(input, texts, typing);
      if (typing) onUse();
    });
  listen('input', true);
  listen('focusout', false);
}
