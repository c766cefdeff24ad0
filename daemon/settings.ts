import * as z from 'zod';
import { line } from '../netplan/fields.ts';
import { settingLimits } from '../netplan/limits.ts';
import { setting } from '../netplan/setting.ts';
import { additionalNetwork, type NetworkSettings, networkConfiguration, networkRules } from '../netplan/settings.ts';
import { cloudAdvanced } from './cloud/settings.ts';
import type { Layer } from './layers.ts';
import { type LayerName, type Problem, problem } from './problems.ts';
import { read } from './reading/objects.ts';
import type { Rule } from './reading/reading.ts';
import { serverAdvanced } from './server/settings.ts';
import { type SystemConfiguration, systemConfiguration } from './system/settings.ts';
import { updateAdvanced, type VersionControl, versionControl } from './update/settings.ts';

export type { AdditionalNetwork, NetworkConfiguration, NetworkSettings } from '../netplan/settings.ts';
export type { Layer } from './layers.ts';
export type { LayerName, Problem, ProblemCode } from './problems.ts';

const advancedSettings = z.object({
  debug: setting(z.boolean(), {
    default: false,
    describe: '`true`: the agent logs in detail.',
    expected: 'true or false',
  }),
  disable_network_configuration: setting(z.boolean(), {
    default: false,
    describe: '`true`: no hotspot, and neither networks nor profiles are touched; `additional_networks` are not used.',
    expected: 'true or false',
  }),
  disable_system_configuration: setting(z.boolean(), {
    default: false,
    describe: '`true`: `system_configuration` is not applied.',
    expected: 'true or false',
  }),
  ...serverAdvanced,
  disable_log_deduplication: setting(z.boolean(), {
    default: false,
    describe: '`true`: repeated log lines are sent to the cloud one by one instead of being counted.',
    expected: 'true or false',
    extension: true,
  }),
  ...cloudAdvanced,
  ...updateAdvanced,
});

/** The object named `agent` in the machine's configuration, with every word that is said about it. */
export const agentSettings = z.object({
  version_control: versionControl.prefault({}).describe('Versions of the agent and of the machine server.'),
  advanced_settings: advancedSettings.prefault({}).describe('How the agent and the machine server run.'),
  network_configuration: networkConfiguration.prefault({}).describe('Hotspot, portal and wifi.'),
  additional_networks: setting(z.record(line(1, settingLimits.nameLength), additionalNetwork), {
    default: {},
    describe: `Further networks that the machine may join, each under a name of its own; at most ${settingLimits.networks}.`,
    expected: 'an object of networks',
    expectedName: `a name of 1 to ${settingLimits.nameLength} characters on one line`,
    most: settingLimits.networks,
  }),
  system_configuration: systemConfiguration.prefault({}).describe('Settings of the operating system.'),
});

export type AdvancedSettings = Readonly<z.output<typeof advancedSettings>>;

/** Complete, checked and converted; the names are those of the JSON. `undefined` only where "none" is a meaning. */
export type Settings = NetworkSettings & {
  readonly version_control: VersionControl;
  readonly advanced_settings: AdvancedSettings;
  readonly system_configuration: SystemConfiguration;
};

export type SettledSettings = {
  readonly settings: Settings;
  readonly problems: readonly Problem[];
  /** Where each value comes from, by path; what is not in it is built in. */
  readonly origins: ReadonlyMap<string, LayerName>;
};

const rules = new Map<string, Rule>(
  Object.entries(networkRules).map(([name, rule]) => [`network_configuration.${name}`, rule]),
);

const sections = new Map(
  Object.entries(agentSettings.shape).flatMap(([section, schema]) => {
    const inner = schema.unwrap();
    return inner instanceof z.ZodObject ? Object.keys(inner.shape).map((name) => [name, section] as const) : [];
  }),
);

/**
 * Settles the settings out of `layers`, lowest first. Objects are joined field by field, `viam_server_env` and
 * `additional_networks` name by name (an entry as a whole); `null` means "unset here". A bad field costs that field of
 * that layer, a bad entry that entry; the next lower layer's holds. Never throws, whatever the values are.
 */
export function readSettings(layers: readonly Layer[]): SettledSettings {
  const problems: Problem[] = layers.flatMap((layer) => layer.problems ?? []);
  const origins = new Map<string, LayerName>();
  const givens = layers.toReversed().map(({ name, value }) => ({ layer: name, value }));
  const settings = read(agentSettings, givens, [], { problems, origins, rules, sections }) as Settings;
  return { settings, problems: limited(problems), origins };
}

function limited(problems: readonly Problem[]): readonly Problem[] {
  const rest = problems.slice(settingLimits.problems);
  const [first] = rest;
  if (first === undefined) return problems;
  const last = problem({
    path: [],
    layer: first.layer,
    severity: rest.some(({ severity }) => severity === 'error') ? 'error' : 'warning',
    code: 'more-problems',
    expected: 'fewer problems',
    found: `${rest.length} more`,
  });
  return [...problems.slice(0, settingLimits.problems), last];
}
