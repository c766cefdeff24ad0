import type { DbusNetworks } from '../netplan/dbus/networks.ts';
import type { HotspotProblem, HotspotProblemCode } from '../netplan/dbus/problems.ts';
import type { Core } from './appliance/core.ts';
import type { Health, HealthCode } from './health.ts';
import type { Unit } from './unit.ts';

/** What a person reads about each problem. */
const conditionOf: Readonly<Record<HotspotProblemCode, HealthCode | undefined>> = {
  // The door that does not open says so itself, for as long as that lasts; the problem is what was so at the start.
  'port-taken': undefined,
  'nft-missing': 'nft-missing',
  'ip-missing': 'iproute-missing',
  'iw-missing': 'iw-missing',
  'program-failed': 'hotspot-impaired',
  'subnet-moved': 'hotspot-subnet-moved',
  'country-refused': 'country-refused',
  'fragment-unwritable': 'hotspot-impaired',
  'dnsmasq-missing': 'dnsmasq-missing',
  'dhcp-port-taken': 'dhcp-port-in-use',
  'activation-failed': 'hotspot-refused',
};

const all = new Set(Object.values(conditionOf).filter((code) => code !== undefined));

/** Each condition that the hotspot can bring, with its details; `undefined` where it does not hold. */
export function conditionsOf(problems: readonly HotspotProblem[]): ReadonlyMap<HealthCode, string | undefined> {
  return new Map(
    [...all].map((condition) => {
      const texts = problems.filter(({ code }) => conditionOf[code] === condition).map(({ text }) => text);
      return [condition, texts.length === 0 ? undefined : texts.join('; ')];
    }),
  );
}

/** Shows what is wrong with the hotspot, as the door to NetworkManager finds it. */
export function hotspotConditions(networks: Pick<DbusNetworks, 'problems'>, core: Core, health: Health): Unit {
  const judge = () => {
    const { mode } = core.state;
    const holds = ({ failedAt }: HotspotProblem) =>
      failedAt === undefined || (mode.kind === 'hotspot' && failedAt >= mode.since);
    for (const [code, detail] of conditionsOf(networks.problems.filter(holds))) {
      if (detail === undefined) health.clear(code);
      else health.set(code, detail);
    }
  };
  return {
    name: 'hotspot health',
    run: (signal) =>
      new Promise((resolve) => {
        const stop = core.onChange(judge);
        signal.addEventListener(
          'abort',
          () => {
            stop();
            resolve();
          },
          { once: true },
        );
      }),
  };
}
