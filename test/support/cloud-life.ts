import type { Test } from 'tap';
import { type CallOptions, CloudError, type CloudLink } from '../../daemon/cloud/link.ts';
import { Links } from '../../daemon/cloud/links.ts';
import type { CloudParts } from '../../daemon/cloud/parts.ts';
import { Polling } from '../../daemon/cloud/polling.ts';
import type { Report } from '../../daemon/cloud/report.ts';
import { Standing } from '../../daemon/cloud/standing.ts';
import { Configuration } from '../../daemon/configuration.ts';
import { Health, type HealthCode } from '../../daemon/health.ts';
import type { DeviceAgentConfigResponse } from '../../daemon/wire/generated/viam/app/agent/v1/agent_pb.js';
import { type Duration, seconds } from '../../netplan/duration.ts';
import { Secret } from '../../netplan/secret.ts';
import type { MachineCredentials } from '../../portal/session.ts';
import { HandClock } from './hand-clock.ts';
import { keptLog } from './kept-log.ts';

export type Given = Partial<DeviceAgentConfigResponse> | CloudError;

export const machine = (id: string, appAddress = 'http://cloud.example'): MachineCredentials => ({
  ...{ appAddress, id, secret: new Secret(`secret of ${id}`), apiKey: undefined },
});

/** Each `every` seconds, with these settings. */
export const answer = (every: number, network: object = {}): Given => ({
  checkInterval: { seconds: BigInt(every), nanos: 0 } as never,
  networkConfiguration: network as never,
});

/** The cloud unit's own parts around a cloud that a test plays, on a clock that a test moves. */
export class CloudLife {
  readonly clock = new HandClock();
  readonly health = new Health(this.clock);
  readonly configuration = new Configuration([]);
  readonly kept = keptLog();
  readonly calls: { readonly at: number; readonly report: Report; readonly limit: Duration; readonly id: string }[] =
    [];
  readonly reached: boolean[] = [];
  readonly standing: Standing;
  readonly parts: CloudParts;
  answers: (id: string) => Given | Promise<Given> = () => answer(60);
  doubt: string | undefined;
  online = true;
  closed = 0;
  readonly #listeners = {
    credentials: new Set<() => void>(),
    network: new Set<() => void>(),
    links: new Set<() => void>(),
    news: new Set<() => void>(),
  };
  #credentials: MachineCredentials | undefined = machine('part-1');
  #end: AbortController | undefined;

  constructor(t: Test, given: Partial<CloudParts> = {}) {
    const listen = (to: Set<() => void>) => (listener: () => void) => {
      to.add(listener);
      return () => to.delete(listener);
    };
    const own = () => this.#credentials;
    const credentials = {
      get current() {
        return own();
      },
      onChange: listen(this.#listeners.credentials),
    };
    this.parts = {
      ...{ clock: this.clock, log: this.kept.log, health: this.health, configuration: this.configuration, credentials },
      links: new Links({ credentials, open: async ({ id }) => this.#link(id) }),
      network: {
        online: () => this.online,
        onChange: listen(this.#listeners.network),
        onLinks: listen(this.#listeners.links),
        reaches: (cloud) => void this.reached.push(cloud),
      },
      news: listen(this.#listeners.news),
      clockDoubt: async () => this.doubt,
      facts: async () => ({
        host: { platform: 'linux/amd64', distro: 'debian:12', tags: [] },
        versions: { agent: '1.2.3', server: undefined },
        ...{ uptime: 0, serverUptime: undefined, fragmentId: undefined, answers: {}, conditions: [] },
      }),
      // A second life on the same disk must not clear it.
      ...{ fastStart: false, random: () => 0.5, ...given, cachePath: given.cachePath ?? `${t.testdir({})}/cloud.json` },
    };
    this.standing = new Standing(this.parts);
    t.teardown(() => this.end());
  }

  async start(): Promise<void> {
    await this.standing.load();
    this.#end = new AbortController();
    void new Polling(this.parts, this.standing).run(this.#end.signal);
    await this.clock.settle();
  }

  async end(): Promise<void> {
    this.#end?.abort();
    await this.clock.settle();
  }

  set credentials(given: MachineCredentials | undefined) {
    this.#credentials = given;
    for (const listener of this.#listeners.credentials) listener();
  }

  networkIs(online: boolean): void {
    this.online = online;
    for (const listener of this.#listeners.network) listener();
  }

  hasOtherLinks(): void {
    for (const listener of this.#listeners.links) listener();
  }

  hasNews(): void {
    for (const listener of this.#listeners.news) listener();
  }

  get conditions(): readonly HealthCode[] {
    return this.health.list(this.clock.now() + seconds(3600)).map(({ code }) => code);
  }

  get prefix(): string {
    return this.configuration.current.network_configuration.hotspot_prefix;
  }

  get times(): readonly number[] {
    return this.calls.map(({ at }) => at / 1000);
  }

  #link(id: string): CloudLink {
    const unused = async () => {
      throw new CloudError('unsupported', 'not in this test');
    };
    return {
      configuration: async (report: Report, { limit }: CallOptions) => {
        this.calls.push({ at: this.clock.now(), report, limit, id });
        const given = await this.answers(id);
        if (given instanceof Error) throw given;
        return given as DeviceAgentConfigResponse;
      },
      log: unused,
      needsRestart: unused,
      close: () => {
        this.closed++;
      },
    };
  }
}
