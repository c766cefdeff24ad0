import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where everything is. All of it in one table, so that a test, the demo and dev mode can move it as a whole. */
export type Paths = {
  /** The machine's credentials; option `--config`. */
  readonly credentials: string;
  /** The maker's defaults; option `--defaults`. */
  readonly defaults: string;
  /** Lasting state, 0700. */
  readonly state: string;
  /** Gone after a boot, 0700. */
  readonly run: string;
  /** There once usable credentials were. */
  readonly claimed: string;
  /** Settings given on the spot. */
  readonly provisioned: string;
  /** The cloud's settings, as they came last. */
  readonly cloudCache: string;
  readonly attempt: string;
  readonly reboots: string;
  readonly offline: string;
  /** Secret of this device, with which profiles are marked. */
  readonly digestKey: string;
  /** machine-server; a link that an update switches. */
  readonly server: string;
  /** Touched, it starts the hotspot: for buttons and scripts. */
  readonly provisionRequest: string;
  /** The socket on which commands ask the running agent. */
  readonly control: string;
};

/** @param root in front of every path that is not given: empty on a device */
export function pathsUnder(root: string, given: { readonly config?: string; readonly defaults?: string } = {}): Paths {
  const state = join(root || '/', 'var/lib/machine-agent');
  const run = join(root || '/', 'run/machine-agent');
  const etc = join(root || '/', 'etc');
  return {
    credentials: given.config ?? join(etc, 'machine.json'),
    defaults: given.defaults ?? join(etc, 'machine-defaults.json'),
    state,
    run,
    claimed: join(state, 'claimed'),
    provisioned: join(state, 'provisioned.json'),
    cloudCache: join(state, 'cloud.json'),
    attempt: join(state, 'attempt.json'),
    reboots: join(state, 'reboots.json'),
    offline: join(run, 'offline.json'),
    digestKey: join(state, 'profile-key'),
    server: join(state, 'bin/machine-server'),
    provisionRequest: join(run, 'provision'),
    control: join(run, 'control'),
  };
}

/** Those of a run: a developer without root has a place in the own home instead of the system's. */
export function pathsFor(options: {
  readonly config: string | undefined;
  readonly defaults: string | undefined;
  readonly root: string | undefined;
  readonly devMode: boolean;
}): Paths {
  const unprivileged = options.devMode && (process.getuid?.() ?? 0) !== 0;
  const own = join(process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local/state'), 'machine-agent');
  return pathsUnder(options.root ?? (unprivileged ? own : ''), {
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.defaults === undefined ? {} : { defaults: options.defaults }),
  });
}
