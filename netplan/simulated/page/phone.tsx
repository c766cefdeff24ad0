import './phone.css';
import { useEffect, useState } from 'preact/hooks';
import type { PageState } from '../page-state.ts';
import { Card, Switch } from './controls.tsx';
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
  const [known, setKnown] = useState<string>();
  const [again, setAgain] = useState(true);
  const joined = phones.some(({ name }) => name === myPhone);
  const entered = password ?? hotspot.password ?? '';

  async function join(): Promise<void> {
    if (hotspot.name === undefined) return;
    setJoining(true);
    const { result, error } = await act({ act: 'phone-joins', name: myPhone, ssid: hotspot.name, password: entered });
    setJoining(false);
    setProblem(error ?? failures[result ?? '']);
  }

  useEffect(() => {
    if (joined) setKnown(hotspot.name);
  }, [joined, hotspot.name]);
  // A phone comes back by itself to a network that it knows, and may stay away from one without internet.
  const returns = again && !joined && !joining && hotspot.name !== undefined && hotspot.name === known;
  useEffect(() => {
    if (returns) void join();
  }, [returns]);

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
              <p class="none">
                {known === undefined ? "The machine's hotspot is not on the air." : `The phone lost ${known}.`}
              </p>
            )}
            {joined && <p class="none">Joined; the portal opens in a moment.</p>}
          </div>
        )}
      </div>
      <div class="under">
        <Switch on={again} label="Joins it again by itself" set={setAgain} />
      </div>
      {joined && (
        <p class="under">
          <button
            type="button"
            class="plain"
            onClick={() => {
              setKnown(undefined);
              void act({ act: 'phone-leaves', name: myPhone });
            }}
          >
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
