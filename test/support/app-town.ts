import { mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test as Tap } from 'tap';
import { CloudError } from '../../daemon/cloud/link.ts';
import type { LogRecord } from '../../daemon/log-record.ts';
import { type Paths, pathsUnder } from '../../daemon/paths.ts';
import { here, type Life, startLife } from '../../deploy/demo-life.ts';
import { type Duration, minutes, seconds } from '../../netplan/duration.ts';
import { Town } from '../../netplan/simulated/town.ts';
import type { NewAccessPoint } from '../../netplan/simulated/world.ts';
import { ssidFromText } from '../../netplan/ssid.ts';
import { plainPage } from '../../portal/plain-page.ts';
import { HandClock } from './hand-clock.ts';
import { keptLog } from './kept-log.ts';

export type AppTownOptions = {
  readonly accessPoints: readonly (Omit<NewAccessPoint, 'ssid'> & { readonly ssid: string })[];
  /** The content of the credentials file; without it the machine belongs to nobody. */
  readonly credentials?: object;
  /** Members of `network_configuration` in the maker's defaults. */
  readonly network?: object;
  /** The cloud of the credentials is really called, on this computer, while the town has internet for it. */
  readonly cloud?: boolean;
  /** Where its files are; else the test's own folder, which is emptied. */
  readonly root?: string;
};

const patience = 20_000;

/**
 * The whole agent, with its files and its real sockets on this computer, in a town whose time the test moves. The
 * hotspot's address is 127.0.0.1, so that foreign clients can call; when the hotspot goes, the ports close.
 */
export class AppTown {
  readonly clock: HandClock;
  readonly town: Town;
  readonly ports: { readonly portal: number; readonly names: number; readonly app: number };
  readonly paths: Paths;
  readonly records: ReturnType<typeof keptLog>['records'];
  /** Gives a record to those who hear the agent's log. */
  logs: (record: LogRecord) => void = () => undefined;
  readonly #life: Life;

  private constructor(parts: Pick<AppTown, 'clock' | 'town' | 'ports' | 'paths' | 'records'> & { life: Life }) {
    this.clock = parts.clock;
    this.town = parts.town;
    this.ports = parts.ports;
    this.paths = parts.paths;
    this.records = parts.records;
    this.#life = parts.life;
  }

  static async start(
    t: Tap,
    { accessPoints, credentials, network = {}, cloud = false, root }: AppTownOptions,
  ): Promise<AppTown> {
    const clock = new HandClock();
    const town = new Town({ clock });
    for (const { ssid, ...more } of accessPoints) town.addAccessPoint({ ssid: ssidFromText(ssid), ...more });
    const paths = pathsUnder(root ?? t.testdir());
    await mkdir(dirname(paths.credentials), { recursive: true });
    await writeFile(paths.defaults, JSON.stringify({ network_configuration: network }));
    if (credentials !== undefined) await writeFile(paths.credentials, JSON.stringify(credentials));
    const ports = { portal: await freePort(), names: await freePort(), app: await freePort() };
    const { log, records } = keptLog();
    const page = { page: plainPage, problem: undefined };
    let logged: (record: LogRecord) => void = () => undefined;
    const tap = (listener: (record: LogRecord) => void) => {
      logged = listener;
      return () => undefined;
    };
    const open = cloud ? {} : { open: noCloud };
    const life = await startLife({ town, clock, log, tap, ...open, paths, page, ports });
    const place = new AppTown({ clock, town, ports, paths, records, life });
    place.logs = (record) => logged(record);
    t.teardown(() => place.end());
    await clock.settle();
    return place;
  }

  /** The agent ends, and the town with it. What is under way in town (a scan) takes its time also then. */
  async end(): Promise<void> {
    let over = false;
    void this.#life.over.then(() => {
      over = true;
    });
    this.#life.end();
    await this.reallyUntil(async () => {
      await this.clock.advance(seconds(1));
      return over;
    });
    this.town.close();
  }

  get core(): Life['agent']['appliance']['core'] {
    return this.#life.agent.appliance.core;
  }

  get session(): Life['agent']['appliance']['session'] {
    return this.#life.agent.appliance.session;
  }

  /** What waits for a commit. */
  get staged(): ReturnType<Life['agent']['appliance']['session']['status']>['staged'] {
    return this.#life.agent.appliance.session.status().staged;
  }

  get health(): Life['health'] {
    return this.#life.health;
  }

  get mode(): string {
    return this.core.state.mode.kind;
  }

  until(reached: () => boolean, limit: Duration = minutes(10)): Promise<boolean> {
    return this.clock.advanceUntil(reached, limit);
  }

  /** Lets time pass until the hotspot is up with a list of networks, and its ports are open. */
  async hotspot(): Promise<void> {
    const up = () => this.core.desired().open !== undefined && this.core.state.observation.visible.length > 0;
    if (!(await this.until(up))) throw new Error(`no hotspot comes; the mode is ${this.mode}`);
    await this.reallyUntil(async () => (await listens(this.ports.app)) && (await listens(this.ports.portal)));
  }

  /** The reply to a commit has arrived, as far as the device knows; no time of the town passes. */
  delivered(): Promise<void> {
    return this.reallyUntil(() => {
      const { mode } = this.core.state;
      return mode.kind !== 'hotspot' || mode.pending?.delivered !== undefined;
    });
  }

  /** The app's port is closed. That of the portal may serve the result by now. */
  closed(): Promise<void> {
    return this.reallyUntil(async () => !(await listens(this.ports.app)));
  }

  /** Waits in real time, for what sockets and processes do; the town's stands still. */
  async reallyUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
    for (const end = performance.now() + patience; !(await holds()); await sleep(5)) {
      if (performance.now() > end) throw new Error(`waited ${patience} ms in vain; the mode is ${this.mode}`);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, here, resolve));
  const bound = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: here });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/** There is none in these stories, and nobody outside is asked. */
const noCloud = async () => {
  throw new CloudError('unreachable', 'no cloud here');
};
