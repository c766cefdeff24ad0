import { render } from 'preact';
import type { AttemptReply, NetworksReply, Problem, RescanReply } from '../schemas.ts';
import { ask, pause } from './ask.ts';
import { byId, contents, showError, watchFields } from './fields.ts';
import { follow } from './follow.ts';
import type { Island } from './island.ts';
import { Rows } from './screens/rows.tsx';
import './style.css';
import './form.css';

const island: Island = JSON.parse(byId('data')?.textContent ?? '');
const { language, texts } = island;
let { token } = island;

/** What the machine did not accept: its sentence above the form, and one at each field that the page has. */
function refuse(problem: Problem): void {
  // The hotspot has been up anew since the page was opened: the next try has the new token.
  token = problem.token ?? token;
  const elsewhere = (problem.fields ?? []).filter(({ field, text }) => !showError(field, text));
  const place = byId('problem') as HTMLElement;
  place.textContent = [problem.title, ...elsewhere.map(({ text }) => text)].join(' ');
  (document.querySelector<HTMLElement>('form [aria-invalid=true]') ?? place).focus();
}

/** Sends the form, and follows what comes of it; the page stays, so that nothing typed is lost by a refusal. */
async function send(form: HTMLFormElement): Promise<void> {
  const body = contents(form);
  const chosen = form.querySelector('[name=network]:checked ~ span bdi');
  (byId('problem') as HTMLElement).textContent = '';
  showError('network', chosen || !island.required ? '' : texts.problems.required);
  if (!chosen && island.required) return form.querySelector<HTMLElement>('[name=network]')?.focus();
  const button = form.querySelector('.go') as HTMLButtonElement;
  const label = button.textContent;
  button.disabled = true;
  button.textContent = texts.sending;
  const reply = await ask<AttemptReply>(`submit?lang=${language}`, 20, { ...body, token });
  button.disabled = false;
  button.textContent = label;
  if (reply?.code) return refuse(reply);
  form.hidden = true;
  await follow(island, reply, String(body['ssid'] ?? chosen?.textContent ?? ''));
  // The machine has its credentials now, whatever became of the network: it would refuse them a second time.
  if (body['credentials'] || body['machineId']) byId('credentials')?.closest('.card')?.remove();
  for (const once of ['psk', 'password', 'ownershipCode', 'fragmentId']) {
    const input = byId(once) as HTMLInputElement | null;
    if (input) input.value = '';
  }
  form.hidden = false;
}

/** Looks for networks; Preact takes the server's rows over when there are new ones. */
async function search(rows: HTMLElement): Promise<void> {
  const age = byId('age') as HTMLElement;
  age.textContent = texts.searching;
  const reply = await ask<RescanReply>(`rescan?lang=${language}`, 30, { token });
  let list: NetworksReply | undefined;
  if (reply?.code) refuse(reply);
  else if (reply?.outcome === 'done') list = reply.networks;
  else {
    // The hotspot goes for the search, and the phone with it: the list is asked for until both are back, 5 minutes.
    age.textContent = texts.searchGone;
    for (let tries = 0; !list && tries < 60; tries += 1) {
      await pause(5);
      const networks = await ask<NetworksReply>('networks', 5);
      if (!networks?.code) list = networks;
    }
  }
  age.textContent = list ? texts.listNew : '';
  if (!list) return;
  showError('network', '');
  const chosen = document.querySelector<HTMLInputElement>('[name=network]:checked');
  render(<Rows rows={list.rows} picked={chosen?.value} required={island.required} texts={texts} />, rows);
}

/** Brings the form to life. */
function start(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLElement>('#search')) {
    button.onclick = (event) => {
      event.preventDefault();
      void search(byId('rows') as HTMLElement);
    };
  }

  // A tap folds the list down to the chosen row, so that the password and the button are in view on a small screen. Not
  // so the arrow keys: they walk through the rows, which must stay.
  const box = form.querySelector('fieldset') as HTMLElement;
  let byPointer = false;
  const fold = (folded: boolean) => box.classList.toggle('folded', folded);
  fold(form.querySelector('[name=network]:checked') !== null);
  box.onpointerdown = box.onkeydown = ({ type }: Event) => {
    byPointer = type === 'pointerdown';
  };
  (byId('all') as HTMLElement).onclick = () => fold(false);
  box.onchange = ({ target }) => {
    const { name, className } = target as HTMLInputElement;
    if (name !== 'network') return;
    fold(byPointer);
    showError('network', '');
    if (className === 'eap') form.querySelector('.if-eap')?.setAttribute('open', '');
    if (box.getBoundingClientRect().top < 0) box.scrollIntoView();
  };

  // Tells the machine that somebody is here, at most every 30 s, so that the hotspot stays.
  let told = 0;
  watchFields(form, texts, () => {
    if (Date.now() - told < 30_000) return;
    told = Date.now();
    void ask('activity', 5, { token });
  });
  form.noValidate = true;
  form.onsubmit = (event) => {
    event.preventDefault();
    void send(form);
  };
  document.body.className = 'live';
}

const form = document.querySelector('form');
if (form) start(form);
if (island.watching !== null) {
  void ask<AttemptReply>(`attempt?lang=${language}`, 5)
    .then((reply) => follow(island, reply?.code ? undefined : reply, island.watching ?? ''))
    .then(() => location.replace(`/?lang=${language}`));
}
