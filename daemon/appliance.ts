import type { Clock } from '../netplan/clock.ts';
import { digestOf } from '../netplan/digest.ts';
import { profilesFrom } from '../netplan/entries.ts';
import type { Observation } from '../netplan/network.ts';
import type { Networks } from '../netplan/networks.ts';
import { nothingSeen } from '../netplan/nothing-seen.ts';
import type { Secret } from '../netplan/secret.ts';
import type { Digest } from '../netplan/steps.ts';
import type { ProvisioningSession } from '../portal/session.ts';
import { networkConditions } from './appliance/conditions.ts';
import { Core, type Wishes } from './appliance/core.ts';
import { type Decision, decisionsOf } from './appliance/decisions.ts';
import { type Door, type DoorReport, keepDoors } from './appliance/doors.ts';
import { type Memory, remember } from './appliance/memory.ts';
import { type InternetProbe, probeInternet } from './appliance/probing.ts';
import { rebootOnWish } from './appliance/rebooting.ts';
import { reconcile } from './appliance/reconciling.ts';
import { scanNowAndThen } from './appliance/scanning.ts';
import { wakeInTime } from './appliance/waking.ts';
import { watcher } from './appliance/watching.ts';
import type { Health } from './health.ts';
import type { Log } from './logging.ts';
import { begin } from './provisioning/begin.ts';
import { rulesFrom } from './rules.ts';
import { type Keeping, Session } from './session/session.ts';
import type { Settings } from './settings.ts';
import type { Unit } from './unit.ts';

export type ApplianceParts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Health;
  readonly networks: Networks;
  readonly settings: { readonly current: Settings; onChange(listener: () => void): () => void };
  readonly credentials: Keeping & { readonly usable: boolean; onChange(listener: () => void): () => void };
  readonly memory: Memory;
  /** What is served on the hotspot; made once, from the session that every door shares. */
  readonly doors: (session: ProvisioningSession) => readonly Door[];
  readonly doorReport: DoorReport;
  readonly probe: InternetProbe;
  readonly digestKey: Secret;
  readonly hostName: string;
  readonly agentVersion: string;
  /** Only an installed service may. */
  readonly mayReboot: boolean;
  readonly reboot: () => Promise<void>;
};

export type Appliance = {
  readonly core: Core;
  readonly session: ProvisioningSession;
  readonly units: readonly Unit[];
  /** Hears each decision as it is made, for the log's readers and the town's page. */
  onDecision(listener: (decision: Decision, at: number) => void): () => void;
};

/** The provisioning appliance: one state, and the runners that bring news to it and carry out what it wishes. */
export async function appliance(parts: ApplianceParts): Promise<Appliance> {
  const { clock, log, health, networks, settings, credentials, memory } = parts;
  const digest = digests(parts.digestKey);
  let wishes: Wishes = wishesFrom(settings.current, parts, digest);
  const core = new Core(clock, () => wishes, await firstState(parts, wishes));
  const watching = watcher(core, networks, clock, log);

  settings.onChange(() => {
    wishes = wishesFrom(settings.current, parts, digest);
    core.take({ kind: 'settings' });
  });

  const listeners = new Set<(decision: Decision, at: number) => void>();
  core.onChange((change) => {
    for (const decision of decisionsOf(change, core.rules)) {
      log.info({ decision: decision.text, ...decision.evidence }, 'decided');
      for (const listener of listeners) listener(decision, change.at);
    }
  });
  const judge = () => {
    for (const [code, holds] of networkConditions(core.state, core.rules)) {
      if (holds === false || holds === '') health.clear(code);
      else health.set(code, holds === true ? undefined : holds);
    }
  };
  core.onChange(judge);
  judge();
  remember(core, memory, (what, error) => {
    if (error === undefined) return health.clear('storage-unwritable', what);
    log.warn({ err: error }, 'could not be written down');
    health.set('storage-unwritable', undefined, what);
  });
  rebootOnWish(core, memory, parts.reboot, log);

  const session = new Session({
    core,
    clock,
    hostName: parts.hostName,
    agentVersion: parts.agentVersion,
    settings: () => settings.current,
    conditions: () => health.list(clock.now()),
    keeping: credentials,
    scan: async () => {
      await networks.scan();
      await watching.look();
    },
  });
  credentials.onChange(() => {
    // Those of a submission come with it: taken for an installer's, they would end the hotspot before its reply arrives.
    if (session.accepting || credentials.usable === core.state.configured) return;
    core.take({ kind: 'credentials', configured: credentials.usable, committed: credentials.usable });
  });
  const doors = parts.doors(session);
  const setupOnly = () => settings.current.network_configuration.disable_captive_portal_redirect;

  const units: readonly Unit[] = [
    { name: 'networks', run: (signal) => watching.run(signal) },
    { name: 'clock', run: (signal) => wakeInTime(core, clock, signal) },
    { name: 'plan', run: (signal) => reconcile(core, { networks, watcher: watching, digest, clock, log }, signal) },
    { name: 'scan', run: (signal) => scanNowAndThen(core, networks, watching, clock, log, signal) },
    { name: 'internet', run: (signal) => probeInternet(core, parts.probe, clock, signal) },
    { name: 'doors', run: (signal) => keepDoors(core, doors, setupOnly, parts.doorReport, clock, log, signal) },
  ];
  return {
    core,
    session,
    units,
    onDecision(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function wishesFrom(settings: Settings, { hostName, mayReboot }: ApplianceParts, digest: Digest): Wishes {
  const profiles = profilesFrom(settings);
  const wished = new Map(
    profiles.map((each) => [each.id, { name: each.name, digest: digest(each), routeMetric: each.routeMetric }]),
  );
  return { rules: { ...rulesFrom(settings, { hostName, mayReboot }), wished }, profiles };
}

/** Each profile's and hotspot's digest is reckoned once: they are compared at each change, and there may be a thousand. */
function digests(key: Secret): Digest {
  const known = new WeakMap<object, string>();
  return (each) => {
    const digest = known.get(each) ?? digestOf(each, key);
    known.set(each, digest);
    return digest;
  };
}

async function firstState({ clock, networks, memory, credentials, log }: ApplianceParts, { rules }: Wishes) {
  const at = clock.now();
  const observation: Observation = await networks.observe().catch((error: unknown) => {
    log.info({ err: error }, 'the networks cannot be seen yet');
    return nothingSeen(at);
  });
  const [offline, attempt, reboots] = await Promise.all([
    memory.readOffline(),
    memory.readAttempt(),
    memory.readReboots(),
  ]);
  return begin(observation, { offline, attempt, reboots, configured: credentials.usable }, clock.now(), rules);
}
