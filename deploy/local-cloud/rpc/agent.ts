import { create, type MessageInitShape } from '@bufbuild/protobuf';
import type { Duration } from '@bufbuild/protobuf/wkt';
import type { ServiceImpl } from '@connectrpc/connect';
import {
  type AgentDeviceService,
  type DeviceAgentConfigRequest,
  PackageFormat,
  UpdateInfoSchema,
} from '../../../daemon/wire/generated/viam/app/agent/v1/agent_pb.js';
import { cloudLimits } from '../limits.ts';
import { readConfiguration } from '../merging.ts';
import { remembered } from '../remembered.ts';
import { sectionsFor } from '../sections.ts';
import type { Report } from '../store/machines.ts';
import type { Store } from '../store/store.ts';
import { programs, type Wished, wished } from '../wishes.ts';
import { asMachine } from './calls.ts';

export type AgentCallOptions = {
  /** How long machines wait between two calls, in seconds. */
  readonly checkInterval: number;
};

/** `viam.app.agent.v1.AgentDeviceService`: what a machine is goes up, its settings come down. */
export function agentService(
  store: Store,
  { checkInterval }: AgentCallOptions,
): ServiceImpl<typeof AgentDeviceService> {
  const read = remembered(readConfiguration, cloudLimits.remembered);
  return {
    deviceAgentConfig(request, context) {
      asMachine(context, request.id);
      const { configuration } = store.machines.known(request.id);
      const report = reportFrom(request);
      store.machines.reported(request.id, report, Date.now());
      const given = sectionsFor(configuration, report, (id) => store.fragments.get(id)?.configuration, read);
      const { version_control: versions, ...sections } = given.sections;
      const choose = (filename: string, wanted: string) =>
        store.releases.choose(filename, report.host.platform, wanted);
      const base = new URL(context.url).origin;
      const update = (program: keyof typeof programs) =>
        updateFrom(programs[program], wished(versions, program, choose), base);
      return {
        checkInterval: { seconds: BigInt(checkInterval), nanos: 0 },
        ...infoOf('agentUpdateInfo', update('agent')),
        ...infoOf('viamServerUpdateInfo', update('machine-server')),
        advancedSettings: section(sections['advanced_settings']),
        networkConfiguration: section(sections['network_configuration']),
        additionalNetworks: section(sections['additional_networks']),
        systemConfiguration: section(sections['system_configuration']),
        reportReply: { fragmentId: given.fragmentId, fragmentProblem: given.fragmentProblem },
      };
    },
  };
}

type Update = MessageInitShape<typeof UpdateInfoSchema>;

function updateFrom(filename: string, wish: Wished, base: string): Update | undefined {
  if (wish.kind === 'none') return undefined;
  if (wish.kind === 'address') return { filename, url: wish.url, version: 'customURL' };
  const { id, version, sha256 } = wish.release;
  return {
    ...{ filename, version, url: `${base}/releases/${id}/${filename}` },
    sha256: Uint8Array.from(Buffer.from(sha256, 'hex')),
    format: PackageFormat.EXECUTABLE,
  };
}

const infoOf = <N extends string>(name: N, update: Update | undefined) =>
  (update === undefined ? {} : { [name]: create(UpdateInfoSchema, update) }) as { [K in N]?: Update };

/** It was JSON, so it is a Struct. */
const section = (value: unknown) => (value ?? {}) as Record<string, never>;

const secondsOf = (duration: Duration | undefined) => (duration === undefined ? undefined : Number(duration.seconds));

function reportFrom(request: DeviceAgentConfigRequest): Report {
  const { hostInfo, versionInfo, report } = request;
  return {
    host: { platform: hostInfo?.platform ?? '', distro: hostInfo?.distro ?? '', tags: hostInfo?.tags ?? [] },
    versions: {
      agentRunning: versionInfo?.agentRunning ?? '',
      agentInstalled: versionInfo?.agentInstalled ?? '',
      serverRunning: versionInfo?.viamServerRunning ?? '',
      serverInstalled: versionInfo?.viamServerInstalled ?? '',
    },
    agentUptime: secondsOf(request.agentUptime),
    serverUptime: secondsOf(request.viamServerUptime),
    fragmentId: report?.fragmentId ?? '',
    answers: { ...report?.answers },
    conditions: (report?.conditions ?? []).map(({ code, severity, text, about }) => ({ code, severity, text, about })),
    wishes: (report?.wishes ?? []).map(({ filename, version, state, problem }) => ({
      ...{ filename, version, state, problem },
    })),
  };
}
