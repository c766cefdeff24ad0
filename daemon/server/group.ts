import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';

/**
 * A control group of the server's own, inside the one that systemd delegated to the agent (`Delegate=yes`): nothing leaves
 * it by forking, beginning a session or clearing its environment. Every call is at once; sysfs does not wait.
 */
export interface ControlGroup {
  /** What `spawn` starts while it runs is born in the group, so that no child can be forked before it is inside. */
  enclose<T>(spawn: () => T): T;
  pids(): readonly number[];
  /** All of them in one step, however fast they multiply. False: this kernel (before 5.14) cannot. */
  kill(): boolean;
}

const name = 'machine-server';

type Places = { readonly self?: string; readonly mounts?: readonly string[] };

/**
 * @returns `undefined` where the agent is no service with a group of its own: what ends children there is their session
 * and their mark.
 */
export function delegatedGroup({
  self = '/proc/self/cgroup',
  mounts = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'],
}: Places = {}): ControlGroup | undefined {
  try {
    const own = /^0::(\/.*\.service)$/m.exec(readFileSync(self, 'utf8'))?.[1];
    const mount = mounts.find((mount) => statSync(`${mount}/cgroup.procs`, { throwIfNoEntry: false }) !== undefined);
    if (own === undefined || mount === undefined) return undefined;
    const outer = `${mount}${own}`;
    const inner = `${outer}/${name}`;
    mkdirSync(inner, { recursive: true });
    return open(outer, inner);
  } catch {
    return undefined; // Not delegated (EACCES, EROFS), or no cgroup2 at all.
  }
}

function open(outer: string, inner: string): ControlGroup {
  const own = String(process.pid);
  return {
    enclose(spawn) {
      // Node cannot ask for CLONE_INTO_CGROUP; a child is born where its parent is, so the agent visits for one fork.
      mkdirSync(inner, { recursive: true });
      writeFileSync(`${inner}/cgroup.procs`, own);
      try {
        return spawn();
      } finally {
        writeFileSync(`${outer}/cgroup.procs`, own);
      }
    },
    pids() {
      try {
        return readFileSync(`${inner}/cgroup.procs`, 'latin1').split('\n').filter(Boolean).map(Number);
      } catch {
        return [];
      }
    },
    kill() {
      try {
        writeFileSync(`${inner}/cgroup.kill`, '1');
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Removes the group again; only tests and the uninstaller need that. */
export function removeGroup(folder: string): void {
  rmdirSync(folder);
}
