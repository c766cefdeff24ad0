import { setInVain } from './applied.ts';
import type { Configuration } from './configuration.ts';
import type { Health } from './health.ts';
import type { Log } from './logging.ts';

/** Keeps the conditions that the settings themselves are about, and logs each problem once. */
export function settingsConditions(configuration: Configuration, health: Health, log: Log): void {
  const said = new Set<string>();
  const judge = () => {
    const { problems, origins } = configuration.settled;
    for (const { path, layer, severity, message } of problems) {
      const key = `${layer} ${message}`;
      if (said.has(key)) continue;
      if (said.size > 1000) said.clear();
      said.add(key);
      log[severity === 'error' ? 'error' : 'warn']({ path, layer, problem: message }, 'a setting is not used');
    }
    const errors = problems.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (first === undefined) health.clear('settings-problem');
    else
      health.set('settings-problem', errors.length === 1 ? first.path : `${first.path} and ${errors.length - 1} more`);
    const inVain = setInVain(origins);
    if (inVain.length === 0) health.clear('accepted-not-applied');
    else health.set('accepted-not-applied', inVain.join(', '));
    if (origins.has('network_configuration.hotspot_password')) health.clear('built-in-hotspot-password');
    else health.set('built-in-hotspot-password');
  };
  configuration.onChange(judge);
  judge();
}
