// The door to NetworkManager alone, without the agent around it.
import { createWriteStream } from 'node:fs';
import { inspect } from 'node:util';
import { realClock } from '../../daemon/clock.ts';
import { DbusNetworks } from '../../netplan/dbus/networks.ts';
import { runProgram } from '../../netplan/dbus/program.ts';
import { digestOf } from '../../netplan/digest.ts';
import type { Observation } from '../../netplan/network.ts';
import type { NetworkEvent } from '../../netplan/networks.ts';
import type { JoinTarget } from '../../netplan/plan.ts';
import type { Hotspot } from '../../netplan/profile.ts';
import { Secret } from '../../netplan/secret.ts';
import { ssidFromText } from '../../netplan/ssid.ts';
import { until } from './story.ts';

export const digestKey = new Secret('the key of this device');

export const hotspot: Hotspot = {
  interface: undefined,
  ssid: ssidFromText('acme-setup'),
  password: new Secret('hotspot-password'),
  answerAddress: '192.0.2.1',
  country: undefined,
};

export type Door = {
  readonly networks: DbusNetworks;
  readonly events: readonly NetworkEvent[];
  /** The outcome of a join that is begun here. */
  join(target: JoinTarget): Promise<Exclude<NetworkEvent, { kind: 'changed' }>>;
  raise(hotspot?: Hotspot): Promise<void>;
  lower(): Promise<void>;
  /** Waits, at most 60 s, until what is observed fulfils `test`. */
  sees(test: (observation: Observation) => unknown): Promise<Observation>;
  close(): Promise<void>;
};

let attempts = 0;

export function openDoor(options: { readonly interface?: string } = {}): Door {
  const output = createWriteStream(`${process.env['WIFILAB_OUT']}/logs/door.log`, { flags: 'a' });
  const say = (level: string) => (evidence: object, text: string) =>
    output.write(
      `${(performance.now() / 1000).toFixed(2)} ${level} ${text} ${inspect(evidence, { breakLength: 200 })}\n`,
    );
  const log = { debug: say('debug'), info: say('info'), warn: say('warn') };
  const configuredInterface = () => options.interface;
  const networks = new DbusNetworks({ clock: realClock(), log, run: runProgram, configuredInterface, digestKey });
  const stop = new AbortController();
  const events: NetworkEvent[] = [];
  const running = networks.run(stop.signal);
  const listening = (async () => {
    for await (const event of networks.events(stop.signal)) {
      log.debug(event, 'event');
      events.push(event);
    }
  })();
  const sees = (test: (observation: Observation) => unknown) =>
    until(60, async () => {
      const observation = await networks.observe();
      return test(observation) ? observation : false;
    });
  return {
    networks,
    events,
    sees,
    async join(target) {
      const attempt = `attempt-${++attempts}`;
      await networks.perform({ action: 'join', join: { attempt, target } });
      return until(110, () => events.find((each) => each.kind !== 'changed' && each.attempt === attempt)) as Promise<
        Exclude<NetworkEvent, { kind: 'changed' }>
      >;
    },
    raise: (wish = hotspot) =>
      networks.perform({ action: 'hotspot-up', hotspot: wish, digest: digestOf(wish, digestKey) }),
    lower: () => networks.perform({ action: 'hotspot-down' }),
    async close() {
      stop.abort();
      await Promise.all([running, listening]);
      output.end();
    },
  };
}
