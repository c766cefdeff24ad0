import { createHash } from 'node:crypto';
import { markName } from './identity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What systemd tells the agent about itself (sd_notify(3), sd_listen_fds(3), systemd.exec(5)): a server that took it for
 * its own would report its readiness, or keep the watchdog quiet, in the agent's name.
 */
const agentsOwn = [
  'NOTIFY_SOCKET',
  'WATCHDOG_PID',
  'WATCHDOG_USEC',
  'LISTEN_PID',
  'LISTEN_FDS',
  'LISTEN_FDNAMES',
  'JOURNAL_STREAM',
  'INVOCATION_ID',
  'MAINPID',
];

/**
 * The agent's own environment, the setting over it, and what the server must know: later ones win. A name that is taken
 * out of the setting is simply not there any more.
 */
export function serverEnvironment(agent: Environment, wished: Environment, mark: string): Record<string, string> {
  const joined = {
    // First in the block, so that it is found at once in a long one.
    [markName]: mark,
    ...agent,
    // The server then leaves it to its supervisor to ask the cloud whether it should restart.
    VIAM_AGENT_HANDLES_NEEDS_RESTART_CHECKING: 'true',
  };
  for (const name of agentsOwn) delete joined[name as keyof typeof joined];
  const all: Environment = { ...joined, ...wished, [markName]: mark };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Equal for equal environments, whatever the order; says nothing about the values, which may be secret. */
export function environmentDigest(environment: Environment): string {
  const entries = Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}
