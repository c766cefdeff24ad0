import type { DbusNetworks } from '../netplan/dbus/networks.ts';
import type { Core } from './appliance/core.ts';
import type { Health } from './health.ts';
import type { Unit } from './unit.ts';

/** Shows what is wrong with the hotspot that is up, as the door to NetworkManager finds it. */
export function hotspotConditions(networks: Pick<DbusNetworks, 'problems'>, core: Core, health: Health): Unit {
  const judge = () => {
    const text = networks.problems.map((problem) => problem.text).join('; ');
    if (text === '') health.clear('hotspot-impaired');
    else health.set('hotspot-impaired', text);
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
