import { hydrate, render } from 'preact';
import type { AttemptReply, NetworksReply, Problem, RescanReply } from '../schemas.ts';
import { ask, pause } from './ask.ts';
import { byId, checkAll, showError, unasked, watchFields } from './fields.ts';
import { follow } from './follow.ts';
import type { Island } from './island.ts';
import { type ListState, Picker } from './screens/picker.tsx';
import './style.css';

const island: Island = JSON.parse(byId('data')?.textContent ?? '');
const { language, texts } = island;
let { token } = island;

/** The form as the API wants it: what is empty or not asked for is left out, `extra.x` goes one level down. */
function contents(form: HTMLFormElement): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  const skipped = unasked(form);
  for (const [name, value] of new FormData(form)) {
    if (!value || skipped.includes(name)) continue;
    if (name.startsWith('extra.')) extra[name.slice(6)] = value;
    else body[name] = value;
  }
  return { ...body, extra, token };
}

/** What the machine did not accept: its sentence above the form, and one at each field that the page has. */
function refuse(problem: Problem): void {
  const elsewhere = (problem.fields ?? []).filter(({ field, text }) => !showError(field, text));
  const place = byId('problem') as HTMLElement;
  place.textContent = [problem.title, ...elsewhere.map(({ text }) => text)].join(' ');
  (document.querySelector<HTMLElement>('form [aria-invalid=true]') ?? place).focus();
}

/** A write with the form token; once more with the token of the refusal, if the hotspot has been up anew since. */
async function write<Body>(path: string, seconds: number, body: object) {
  const reply = await ask<Body>(path, seconds, { ...body, token });
  if (reply?.code === undefined || !reply.token) return reply;
  token = reply.token;
  return ask<Body>(path, seconds, { ...body, token });
}

/** Sends the form, and follows what comes of it; the page stays, so that nothing typed is lost by a refusal. */
async function send(form: HTMLFormElement): Promise<void> {
  const body = contents(form);
  const name = form.querySelector('[name=network]:checked ~ span bdi')?.textContent;
  const button = form.querySelector('.go') as HTMLButtonElement;
  const label = button.textContent;
  button.disabled = true;
  button.textContent = texts.sending;
  const reply = await write<AttemptReply>(`submit?lang=${language}`, 20, body);
  button.disabled = false;
  button.textContent = label;
  if (reply?.code) return refuse(reply);
  form.hidden = true;
  await follow(island, reply, String(body['ssid'] ?? name ?? '') || undefined);
  for (const secret of ['psk', 'password', 'secret', 'apiKey', 'ownershipCode', 'credentials']) {
    const input = byId(secret) as HTMLInputElement | null;
    if (input) input.value = '';
  }
  form.hidden = false;
}

/** Brings the list to life: it folds on a tap, and is searched anew. */
function start(form: HTMLFormElement, place: HTMLElement): void {
  let state: ListState = { list: island.list, picked: island.picked, folded: false, search: 'idle' };
  let byPointer = false;
  const change = (changes: Partial<ListState>) => {
    state = { ...state, ...changes };
    render(picker(), place);
  };
  const search = async (event: Event) => {
    event.preventDefault();
    change({ search: 'busy' });
    const reply = await write<RescanReply>(`rescan?lang=${language}`, 30, {});
    let list: NetworksReply | undefined;
    if (reply?.code) refuse(reply);
    else if (reply?.outcome === 'done') list = reply.networks;
    else {
      // The hotspot goes for the search, and the phone with it: the list is asked for until both are back, 5 minutes.
      change({ search: 'gone' });
      for (let tries = 0; !list && tries < 60; tries += 1) {
        await pause(5);
        const networks = await ask<NetworksReply>('networks', 5);
        if (!networks?.code) list = networks;
      }
    }
    change({ search: 'idle', folded: false, ...(list && { list }) });
  };
  const picker = () => (
    <Picker
      {...state}
      island={island}
      onPick={(picked, kind) => {
        // A tap folds the list down to the chosen row, so that the password and the button are in view on a small
        // screen. Not so the arrow keys: they walk through the rows, which must stay.
        change({ picked, folded: byPointer && state.list.rows.length > 3 });
        if (kind === 'eap') document.querySelector('.if-eap')?.setAttribute('open', '');
        showError('network', '');
        if (place.getBoundingClientRect().top < 0) form.scrollIntoView();
      }}
      onUnfold={() => change({ folded: false })}
      onSearch={search}
    />
  );
  hydrate(picker(), place);
  place.onpointerdown = () => {
    byPointer = true;
  };
  place.onkeydown = () => {
    byPointer = false;
  };
  form.noValidate = true;
  // Tells the machine that somebody is here, at most every 30 s, so that the hotspot stays.
  let told = 0;
  watchFields(form, island, () => {
    if (Date.now() - told < 30_000) return;
    told = Date.now();
    void ask('activity', 5, { token });
  });
  form.onsubmit = (event) => {
    event.preventDefault();
    if (checkAll(form, island)) void send(form);
  };
  document.body.className = 'live';
}

const form = document.querySelector('form');
if (form) start(form, byId('picker') as HTMLElement);
if (island.watching) void follow(island, undefined, undefined).then(() => location.replace(`/?lang=${language}`));
