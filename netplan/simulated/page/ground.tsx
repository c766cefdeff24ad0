import './ground.css';
import type { PageState } from '../page-state.ts';
import { Card, Choice, Switch, upstreams } from './controls.tsx';
import { act } from './town.ts';

/** Cables, the radio, and the programs on the machine. */
export function Ground({ town }: { readonly town: PageState['town'] }) {
  const { radio, networkManager, hotspot } = town;
  const change = (
    changes: Partial<Pick<typeof radio, 'present' | 'block' | 'both' | 'scansInHotspot' | 'hotspotFailures'>>,
  ) => void act({ act: 'change-radio', changes });
  return (
    <Card title="The machine's ports and programs" class="ground">
      {town.ports.map((port) => (
        <div class="row" key={port.interface}>
          <Switch
            on={port.plugged}
            label={
              <>
                Cable in <code>{port.interface}</code>
              </>
            }
            set={(plugged) => void act({ act: 'change-port', interface: port.interface, changes: { plugged } })}
          />
          <Choice
            label={`At the other end of ${port.interface}`}
            value={port.internet}
            options={upstreams}
            set={(internet) => void act({ act: 'change-port', interface: port.interface, changes: { internet } })}
          />
        </div>
      ))}
      <div class="row">
        <Switch
          on={networkManager !== 'away'}
          label={networkManager === 'starting' ? 'NetworkManager (starting …)' : 'NetworkManager runs'}
          set={(here) => void act({ act: 'network-manager', here })}
        />
        <Switch
          on={town.checksInternet}
          label="… and checks for internet"
          set={(checks) => void act({ act: 'check-internet', checks })}
        />
      </div>
      <div class="row">
        <Switch
          on={radio.present}
          label={
            <>
              Radio <code>{radio.interface}</code> is plugged in
            </>
          }
          set={(present) => change({ present })}
        />
        <Switch
          on={radio.block !== 'on'}
          label="Radio blocked (rfkill)"
          set={(blocked) => change({ block: blocked ? 'soft-blocked' : 'on' })}
        />
      </div>
      <details>
        <summary>More</summary>
        <Switch on={radio.both} label="Radio can be hotspot and client at once" set={(both) => change({ both })} />
        <Switch
          on={radio.scansInHotspot}
          label="Driver scans while it is a hotspot"
          set={(scansInHotspot) => change({ scansInHotspot })}
        />
        <Switch
          on={radio.hotspotFailures > 0}
          label={
            radio.hotspotFailures > 0
              ? `The next ${radio.hotspotFailures} hotspot starts fail`
              : 'The next 3 hotspot starts fail'
          }
          set={(fail) => change({ hotspotFailures: fail ? 3 : 0 })}
        />
        <button
          type="button"
          class="plain"
          disabled={hotspot.state !== 'up'}
          onClick={() => void act({ act: 'hotspot-falls' })}
        >
          Let the hotspot fall over
        </button>
        <button type="button" class="plain" onClick={() => void act({ act: 'restart-agent' })}>
          Kill the agent and start it again
        </button>
      </details>
      <Profiles profiles={town.profiles} />
    </Card>
  );
}

const sources = { settings: 'from the settings', submission: 'entered by a person', other: 'not ours', hotspot: '' };

function Profiles({ profiles }: { readonly profiles: PageState['town']['profiles'] }) {
  if (profiles.length === 0) return <p class="none">No network is saved.</p>;
  return (
    <>
      <h3>Saved networks</h3>
      <ul class="profiles">
        {profiles.map(({ id, name, source, priority, volatile }) => (
          <li key={id}>
            <b>{name}</b>
            <span>
              {volatile ? 'being tried' : sources[source]}, priority {priority}
            </span>
            <button
              type="button"
              class="plain"
              aria-label={`Delete ${name}`}
              onClick={() => void act({ act: 'delete-profile', id })}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
