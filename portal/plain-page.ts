import { titleOf } from './errors.ts';
import type { PageModel, PageModule, Sentences } from './page-model.ts';
import type { NetworkReply, StatusReply } from './schemas.ts';

// The page for the case that the built one is missing or broken: without style, script or languages, but with every
// field. A device in the field must never show a blank page where its setup should be.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML, in elements and in quoted attributes. */
export const html = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

const sentences: Sentences = {
  reason: (code, network) =>
    `Joining ${network === '' ? 'the network' : `“${network}”`} failed: ${code.replaceAll('-', ' ')}.`,
  problem: (code) => titleOf(code),
  field: (problem, limit) => `${problem.replaceAll('-', ' ')}${limit === undefined ? '' : ` (${limit})`}`,
  saved: (state) => state.replaceAll('-', ' '),
  condition: ({ text }) => text,
};

const securityWords: { readonly [S in NetworkReply['security']]: string } = {
  open: 'no password',
  owe: 'no password, encrypted',
  'wpa-psk': 'password',
  sae: 'password (WPA3)',
  enterprise: 'user name and password',
  wep: 'WEP: not possible',
  unknown: 'unknown kind: not possible',
};

const frame = (title: string, body: string): { readonly html: string } => ({
  html: `<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width,initial-scale=1"><link rel=icon href="data:,"><title>${html(title)}</title><body>${body}`,
});

/** What happens now, in sentences; the same words serve the short replies and the page. */
function attemptText({ attempt, result, hotspotReturnsWithin, device }: StatusReply): string {
  if (attempt === null) return '';
  const name = attempt.network === null ? 'The machine credentials' : `“${attempt.network.name}”`;
  const back = `If it fails, join “${device.hotspotName ?? 'the hotspot'}” again after at most ${hotspotReturnsWithin ?? 0} seconds; this page then says why.`;
  const addresses = attempt.addresses.join(', ');
  switch (attempt.state) {
    case 'waiting':
    case 'connecting':
      return `${name}: being tried. This hotspot goes away meanwhile. ${back}${result.urls.map((url) => ` Result, on the joined network: ${url}`).join('')}`;
    case 'connected':
      return `${name}: connected${addresses === '' ? '' : ` as ${addresses}`}. Internet: ${attempt.internet ?? 'unknown'}. ${attempt.text ?? ''}`;
    case 'failed':
      return attempt.text ?? `${name}: failed.`;
  }
}

function form({ status, form: { values, errors, problem } }: PageModel): string {
  const errorOf = (name: string): string => {
    const error = errors.find(({ field }) => field === name);
    return error === undefined ? '' : ` <b role=alert>${html(sentences.field(error.problem, error.limit))}</b>`;
  };
  const input = (name: string, label: string, type = 'text', attributes = ''): string =>
    `<p><label>${html(label)} <input name="${html(name)}" type=${type} value="${html(values[name] ?? '')}" autocomplete=off autocapitalize=none autocorrect=off spellcheck=false ${attributes}></label>${errorOf(name)}`;
  const row = ({ id, name, security, signal, supported }: NetworkReply): string =>
    `<p><label><input type=radio name=network value="${html(id)}"${values['network'] === id ? ' checked' : ''}${supported ? '' : ' disabled'}> ${html(name)} (${signal} %, ${securityWords[security]})</label>`;
  const other = `<p><label><input type=radio name=network value=""> Another one, typed below</label>${errorOf('network')}`;
  const credentials = `<h2>Machine credentials</h2><p><label>Pasted as a whole <textarea name=credentials rows=4 cols=40 autocomplete=off autocapitalize=none spellcheck=false></textarea></label>${errorOf('credentials')}${input('appAddress', 'or: address of the cloud', 'url')}${input('machineId', 'Identifier')}${input('secret', 'Secret', 'password')}${input('apiKeyId', 'or: identifier of an API key')}${input('apiKey', 'API key', 'password')}${input('fragmentId', 'Fragment')}${status.replacement === 'with-code' ? input('ownershipCode', 'Ownership code', 'password') : ''}`;
  const extra = status.extraFields.map(({ name, label, maxLength, required }) =>
    input(`extra.${name}`, label, 'text', `maxlength=${maxLength}${required ? ' required' : ''}`),
  );
  return `${problem === undefined ? '' : `<p role=alert><b>${html(sentences.problem(problem))}</b>`}<form method=post action="/submit"><input type=hidden name=token value="${html(status.token)}"><h2>Network</h2>${status.networks.rows.map(row).join('')}${other}${input('ssid', 'Name', 'text', 'maxlength=32')}${input('psk', 'Password', 'password')}${input('identity', 'User name, where the network asks for one')}${input('password', '… and its password', 'password')}<h2>Address</h2>${input('address', 'Fixed address, for example 192.168.1.20/24; empty: automatic')}${input('gateway', 'Gateway')}${input('dns', 'DNS servers')}${status.replacement === 'refused' ? '' : credentials}${extra.join('')}<p>The hotspot goes away while the device joins. It comes back if that fails.<p><button>Connect</button> <button formaction="/rescan" formnovalidate>Look for networks again</button></form>`;
}

const render = (model: PageModel): { readonly html: string } => {
  const { status, screen } = model;
  const title = `${status.device.manufacturer} ${status.device.model} ${status.device.hostName}`;
  const text = html(attemptText(status));
  const conditions = status.conditions.map((condition) => `<p>${html(condition.text)}`).join('');
  switch (screen) {
    case 'accepted':
      return frame('Setup', `<p>${text}`);
    case 'rescanning':
      return frame(
        'Setup',
        `<p>Looking for networks. The hotspot goes away and is back in ${status.hotspotReturnsWithin ?? 30} seconds. Join it again.`,
      );
    case 'saved':
      return frame(
        title,
        `<h1>Saved networks</h1>${(model.saved?.networks ?? []).map(({ name, priority, text: why }) => `<p><b>${html(name)}</b> (priority ${priority}): ${html(why)}`).join('')}<p><a href="/">Setup</a>`,
      );
    case 'missing':
      return frame('Setup', `<p>There is nothing here. <a href="/">Setup</a>`);
    case 'result':
      return frame(title, `<h1>${html(title)}</h1><p>${text}${conditions}`);
    case 'form':
      return frame(
        title,
        `<h1>${html(title)}</h1>${conditions}<p role=status>${text}${form(model)}<p><a href="/networks">Saved networks</a>`,
      );
  }
};

export const plainPage: PageModule = { default: render, languages: ['en'], sentences: () => sentences, scripts: [] };
