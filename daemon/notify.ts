import { execa } from 'execa';
import { type Duration, milliseconds, seconds } from '../netplan/duration.ts';
import type { Log } from './logging.ts';

/** What systemd tells a service about itself (sd_notify(3), sd_watchdog_enabled(3)). */
export type Supervision = {
  readonly socket: string | undefined;
  /** Without a sign of life for so long, systemd ends us and starts us again. */
  readonly watchdog: Duration | undefined;
};

/**
 * Reads what systemd gave us, and takes it out of `env`: machine-server inherits the environment, and would speak to
 * systemd in our name if it could (`READY=1`, `MAINPID=`).
 */
export function takeSupervision(env: NodeJS.ProcessEnv, processId = process.pid): Supervision {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = env;
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name];
  const microseconds = Number(WATCHDOG_USEC);
  const ours = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === processId;
  return {
    socket: NOTIFY_SOCKET || undefined,
    watchdog: NOTIFY_SOCKET && ours && microseconds > 0 ? milliseconds(microseconds / 1000) : undefined,
  };
}

/** Each resolves when systemd has it, or when it was in vain: that is logged, and never an error. */
export type Notify = {
  ready(): Promise<void>;
  stopping(): Promise<void>;
  /** One line, shown by `systemctl status`. */
  status(text: string): Promise<void>;
  /** A sign of life. */
  alive(): Promise<void>;
};

const limit = seconds(5);

/**
 * Through `systemd-notify`, because Node cannot send to a Unix datagram socket. systemd takes the message of a child
 * with `NotifyAccess=all`. Without a socket (not started by systemd) nothing is done.
 */
export function notifier({ socket }: Supervision, log: Log): Notify {
  if (socket === undefined) {
    const nothing = () => Promise.resolve();
    return { ready: nothing, stopping: nothing, status: nothing, alive: nothing };
  }
  const tell = async (...messages: readonly string[]) => {
    const told = await execa('systemd-notify', messages, {
      env: { NOTIFY_SOCKET: socket },
      timeout: limit,
      reject: false,
      stdin: 'ignore',
      buffer: { stdout: false },
      maxBuffer: 2000,
    });
    if (told.failed) log.warn({ messages, err: told }, 'systemd could not be told');
  };
  return {
    ready: () => tell('READY=1'),
    stopping: () => tell('STOPPING=1'),
    status: (text) => tell(`STATUS=${text.replace(/\p{Cc}/gu, ' ').slice(0, 200)}`),
    alive: () => tell('WATCHDOG=1'),
  };
}
