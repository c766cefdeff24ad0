import './access-points.css';
import { useState } from 'preact/hooks';
import type { TownAct } from '../page-acts.ts';
import type { PageState } from '../page-state.ts';
import { Card, Choice, Switch, upstreams } from './controls.tsx';
import { useDraft } from './draft.ts';
import { act } from './town.ts';

type AccessPoint = PageState['town']['accessPoints'][number];
type Changes = Extract<TownAct, { act: 'change-access-point' }>['changes'];

/** The routers around, each with what can be changed on it. */
export function AccessPoints({ accessPoints }: { readonly accessPoints: readonly AccessPoint[] }) {
  return (
    <Card title="Routers" class="routers">
      <ul>
        {accessPoints.map((each) => (
          <Router key={each.id} router={each} />
        ))}
      </ul>
      <NewRouter />
    </Card>
  );
}

const kinds: Readonly<Record<string, string>> = {
  open: 'open',
  owe: 'enhanced open',
  'wpa-psk': 'WPA2',
  sae: 'WPA3',
  enterprise: '802.1X',
  wep: 'WEP',
};

function Router({ router }: { readonly router: AccessPoint }) {
  const { id, name, on, signal, internet, password } = router;
  const change = (changes: Changes) => act({ act: 'change-access-point', id, changes });
  const strength = useDraft(String(signal), (next) => change({ signal: Number(next) }));
  const secret = useDraft(password ?? '', (next) => change({ password: next === '' ? null : next }));
  return (
    <li class="router" data-on={on}>
      <div class="head">
        <Switch on={on} label={name} set={(next) => void change({ on: next })} />
        <span class="kind">{router.security.map((kind) => kinds[kind] ?? kind).join(' + ')}</span>
      </div>
      <div class="body">
        <label class="signal">
          <span>Signal</span>
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            aria-valuetext={signal === 0 ? 'out of range' : `${signal} percent`}
            {...strength}
          />
          <output>{strength.value === '0' ? 'far' : strength.value}</output>
        </label>
        {router.security.includes('enterprise') || (
          <label class="field">
            <span>Password</span>
            <input
              type="text"
              placeholder="none: open"
              maxLength={63}
              spellcheck={false}
              autocomplete="off"
              {...secret}
            />
          </label>
        )}
        <Choice
          label={`Behind ${name}`}
          value={internet}
          options={upstreams}
          set={(next) => void change({ internet: next })}
        />
        <details>
          <summary>More</summary>
          <Switch on={router.dhcp} label="Gives out addresses (DHCP)" set={(next) => void change({ dhcp: next })} />
          <Switch on={router.hidden} label="Hides its name" set={(next) => void change({ hidden: next })} />
          <Choice
            label={`How ${name} behaves`}
            value={router.temper}
            options={[
              ['normal', 'Normal'],
              ['refuses', 'Refuses'],
              ['disassociates', 'Throws out'],
              ['silent', 'Silent'],
            ]}
            set={(next) => void change({ temper: next })}
          />
          <button type="button" class="plain" onClick={() => void act({ act: 'remove-access-point', id })}>
            Remove this router
          </button>
        </details>
      </div>
    </li>
  );
}

function NewRouter() {
  const [problem, setProblem] = useState<string>();
  return (
    <form
      class="new"
      onSubmit={async (event) => {
        event.preventDefault();
        const form = event.currentTarget as HTMLFormElement;
        const entered = new FormData(form);
        const password = String(entered.get('password'));
        const { error } = await act({
          act: 'add-access-point',
          name: String(entered.get('name')),
          password: password === '' ? null : password,
        });
        setProblem(error);
        if (error === undefined) form.reset();
      }}
    >
      <label class="field">
        <span>New router</span>
        <input name="name" required maxLength={32} placeholder="Name" autocomplete="off" />
      </label>
      <label class="field">
        <span>Password</span>
        <input name="password" maxLength={63} placeholder="none: open" autocomplete="off" />
      </label>
      <button type="submit">Add</button>
      {problem !== undefined && <p class="problem">{problem}</p>}
    </form>
  );
}
