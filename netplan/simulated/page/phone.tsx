import './phone.css';
import { useState } from 'preact/hooks';
import type { PageState } from '../page-state.ts';
import { Card } from './controls.tsx';
import { act } from './town.ts';

const myPhone = 'my phone';

const failures: Readonly<Record<string, string>> = {
  'not-found': 'The hotspot was gone before the phone had joined it.',
  'wrong-password': 'The phone says: wrong password.',
};

/** A person's phone: it joins the hotspot, and shows the portal as the real one would. */
export function Phone({ town, appliance }: PageState) {
  const { hotspot, phones } = town;
  const [joining, setJoining] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [password, setPassword] = useState<string>();
  const joined = phones.some(({ name }) => name === myPhone);
  const entered = password ?? hotspot.password ?? '';

  async function join(): Promise<void> {
    if (hotspot.name === undefined) return;
    setJoining(true);
    const { result, error } = await act({ act: 'phone-joins', name: myPhone, ssid: hotspot.name, password: entered });
    setJoining(false);
    setProblem(error ?? failures[result ?? '']);
  }

  return (
    <Card title="Your phone" class="phone">
      <div class="handset">
        {joined && appliance.portalAddress !== undefined ? (
          <iframe title="The portal, as on the phone" src={appliance.portalAddress} />
        ) : (
          <div class="screen">
            <p class="wifi">Wi-Fi</p>
            {hotspot.state === 'up' ? (
              <form
                onSubmit={(event) => {
                  event.preventDefault();
                  void join();
                }}
              >
                <p>
                  <b>{hotspot.name}</b>
                </p>
                <label class="field">
                  <span>Password</span>
                  <input
                    type="text"
                    value={entered}
                    autocomplete="off"
                    spellcheck={false}
                    onInput={({ currentTarget }) => setPassword(currentTarget.value)}
                  />
                </label>
                <button type="submit" disabled={joining}>
                  {joining ? 'Joining …' : 'Join'}
                </button>
                {problem !== undefined && <p class="problem">{problem}</p>}
              </form>
            ) : (
              <p class="none">The machine's hotspot is not on the air.</p>
            )}
            {joined && <p class="none">Joined; the portal opens in a moment.</p>}
          </div>
        )}
      </div>
      {joined && (
        <p class="under">
          <button type="button" class="plain" onClick={() => void act({ act: 'phone-leaves', name: myPhone })}>
            Leave the hotspot
          </button>
          {appliance.portalAddress !== undefined && (
            <a href={appliance.portalAddress} target="_blank" rel="noreferrer">
              Open in a window of its own
            </a>
          )}
        </p>
      )}
    </Card>
  );
}
