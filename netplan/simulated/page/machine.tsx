import './machine.css';
import type { PageState } from '../page-state.ts';
import { Card } from './controls.tsx';
import { clockText, type Received, useTownTime } from './town.ts';

const modes: Readonly<Record<string, string>> = {
  station: 'Known networks',
  hotspot: 'Hotspot',
  'trying-submitted': 'Trying what was entered',
  'trying-known': 'Trying a known network',
  rebooting: 'Rebooting',
  off: 'Hands off',
};

/** What the machine does now, what it waits for, and what is wrong. */
export function Machine({ state }: { readonly state: Received }) {
  const { appliance, town } = state;
  const now = useTownTime(state);
  return (
    <Card title="The machine" class="machine">
      <p class="mode" data-mode={appliance.mode}>
        <span class="lamp" aria-hidden="true" />
        {modes[appliance.mode] ?? appliance.mode}
      </p>
      <p class="sentence">{appliance.sentence}</p>
      {appliance.next !== undefined && (
        <p class="next">
          {appliance.next.text} <b>{appliance.next.at > now ? `in ${clockText(appliance.next.at - now)}` : 'now'}</b>
        </p>
      )}
      <Links town={town} />
      <ul class="conditions">
        {appliance.conditions.map(({ code, severity, text }) => (
          <li key={code} data-severity={severity}>
            <b>{code}</b> {text}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const internetWords = { yes: 'internet', no: 'no internet', 'sign-in': 'sign-in page', unknown: 'internet not known' };

function Links({ town }: { readonly town: PageState['town'] }) {
  const { hotspot } = town;
  const lines = town.uplinks
    .filter(({ state }) => state !== 'idle')
    .map(({ interface: name, state, address, internet, profile }) => ({
      name,
      text: town.profiles.find(({ id }) => id === profile)?.name ?? 'a network',
      detail: state === 'activating' ? 'joining …' : `${address}, ${internetWords[internet]}`,
      good: state === 'active' && internet === 'yes',
    }));
  if (hotspot.state !== 'down') {
    const phones = hotspot.state === 'up' ? (hotspot.stations ?? 0) : 0;
    const detail = hotspot.state === 'up' ? `on the air, ${phones} ${phones === 1 ? 'phone' : 'phones'}` : 'starting …';
    lines.push({ name: town.radio.interface, text: hotspot.name ?? 'hotspot', detail, good: hotspot.state === 'up' });
  }
  if (lines.length === 0) return <p class="none">No link, no hotspot.</p>;
  return (
    <ul class="links">
      {lines.map(({ name, text, detail, good }) => (
        <li key={`${name} ${text}`}>
          <code>{name}</code>
          <b>{text}</b>
          <span class={good ? 'good' : 'poor'}>{detail}</span>
        </li>
      ))}
    </ul>
  );
}
