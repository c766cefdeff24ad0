import type { MessageInitShape } from '@bufbuild/protobuf';
import type { DeviceAgentConfigRequestSchema } from '../wire/generated/viam/app/agent/v1/agent_pb.js';
import { cloudLimits } from './limits.ts';
import type { Report } from './report.ts';

type Request = MessageInitShape<typeof DeviceAgentConfigRequestSchema>;

/** The report as the cloud takes it. Pure. */
export function requestFrom(id: string, report: Report): Request {
  const { host, versions, uptime, serverUptime, fragmentId, answers, conditions, wishes } = report;
  return {
    id,
    hostInfo: { platform: host.platform, distro: host.distro, tags: [...host.tags] },
    versionInfo: {
      // The program that runs is the one that is installed: nothing replaces it yet.
      agentRunning: versions.agent,
      agentInstalled: versions.agent,
      viamServerRunning: versions.server ?? '',
      viamServerInstalled: versions.server ?? '',
    },
    agentUptime: duration(uptime),
    ...(serverUptime === undefined ? {} : { viamServerUptime: duration(serverUptime) }),
    report: {
      fragmentId: fragmentId ?? '',
      answers: Object.fromEntries(Object.entries(answers).slice(0, cloudLimits.answers)),
      conditions: conditions
        .slice(0, cloudLimits.conditions)
        .map(({ code, severity, text, about }) => ({ code, severity, text, about: about ?? '' })),
      wishes: wishes.map(({ filename, version, state, problem }) => ({ filename, version, state, problem })),
    },
  };
}

function duration(length: number) {
  const whole = Math.floor(length / 1000);
  return { seconds: BigInt(whole), nanos: Math.floor((length - whole * 1000) * 1_000_000) };
}
