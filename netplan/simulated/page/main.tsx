import './base.css';
import { render } from 'preact';
import { AccessPoints } from './access-points.tsx';
import { Choice } from './controls.tsx';
import { Decisions } from './decisions.tsx';
import { Ground } from './ground.tsx';
import { Machine } from './machine.tsx';
import { TownMap } from './map.tsx';
import { Phone } from './phone.tsx';
import { act, clockText, type Received, useTown, useTownTime } from './town.ts';

const speeds = [
  [1, '1×'],
  [10, '10×'],
  [60, '60×'],
  [120, '120×'],
] as const;

function Page() {
  const { state, heard } = useTown();
  if (state === undefined)
    return <p class="waiting">{heard ? 'Looking for the town …' : 'The town does not answer.'}</p>;
  const { town, appliance } = state;
  return (
    <>
      <header>
        <h1>The simulated town</h1>
        <TownClock state={state} />
        <Choice
          label="How fast time goes"
          value={appliance.clockFactor}
          options={speeds}
          set={(factor) => void act({ act: 'speed', factor })}
        />
      </header>
      {heard || (
        <p class="lost" role="alert">
          The town does not answer. What you see is old.
        </p>
      )}
      <main>
        <TownMap town={town} />
        <div class="column first">
          <Machine state={state} />
          <Phone town={town} appliance={appliance} />
        </div>
        <div class="column second">
          <AccessPoints accessPoints={town.accessPoints} />
        </div>
        <div class="column third">
          <Decisions decisions={appliance.decisions} since={town.since} />
          <Ground town={town} />
        </div>
      </main>
    </>
  );
}

function TownClock({ state }: { readonly state: Received }) {
  return <time class="clock">{clockText(useTownTime(state) - state.town.since)}</time>;
}

const root = document.getElementById('town');
if (root !== null) render(<Page />, root);
