import * as z from 'zod';
import { joinReasons } from '../netplan/reasons.ts';
import { fieldProblems, problemCodes } from './errors.ts';
import { savedStates } from './session.ts';

// The REST API in one place: types, validation and docs/openapi.json come from here. Times are whole seconds. What is
// not there is null, so that an app sees every member. Names of networks are text for people; `ssidHex` is the truth.

const seconds = z.int().min(0);
const security = z.enum(['open', 'owe', 'wpa-psk', 'sae', 'enterprise', 'wep', 'unknown']);
const internet = z.enum(['yes', 'no', 'sign-in', 'unknown']);

export const NetworkReply = z
  .object({
    id: z.string().describe('Opaque; send it back as `network`. Valid while the network is in the list.'),
    name: z.string().describe('For people. Not a key: two networks may look alike.'),
    ssidHex: z.string().describe('The 1 to 32 bytes of the SSID, as lower-case hexadecimal.'),
    security,
    supported: z.boolean().describe('False: shown, but this device cannot join it (WEP, unknown kinds).'),
    signal: z.int().min(0).max(100),
    known: z.boolean().describe('A password for it is saved.'),
    connected: z.boolean(),
  })
  .meta({ id: 'Network' });

export const NetworksReply = z
  .object({
    rows: z.array(NetworkReply).describe('Strongest first, one row for each SSID.'),
    age: seconds.nullable().describe('Seconds since the last scan; null: not scanned yet.'),
    rescan: z
      .enum(['free', 'drops-hotspot', 'impossible'])
      .describe('What a new scan does: nothing to the phone, drop the hotspot for some seconds, or it is impossible.'),
  })
  .meta({ id: 'Networks' });

export const SavedNetworkReply = z
  .object({
    name: z.string().describe('For people.'),
    kind: z.enum(['wifi', 'wired', 'other']),
    source: z
      .enum(['settings', 'submission', 'other', 'hotspot'])
      .describe('Of the settings, given on the spot, or of somebody else on the device.'),
    priority: z.int(),
    state: z.enum(savedStates).describe('Why it carries the device, is tried, or is not.'),
    text: z.string().describe('The state in a sentence, in the language of the request.'),
    triedSecondsAgo: seconds.nullable().describe('null: not since the agent started.'),
    result: z
      .enum(['joined', ...joinReasons])
      .nullable()
      .describe('What came of that.'),
    routeMetric: z.int().nullable().describe('null: not known, because the network is somebody else’s.'),
  })
  .meta({ id: 'SavedNetwork' });

export const SavedReply = z
  .object({ networks: z.array(SavedNetworkReply).describe('In use first, then as they would be tried.') })
  .meta({ id: 'SavedNetworks' });

export const AttemptPart = z
  .object({
    id: z.string(),
    network: z
      .object({ name: z.string(), ssidHex: z.string() })
      .nullable()
      .describe('null: only credentials were given.'),
    state: z.enum(['waiting', 'connecting', 'connected', 'failed']),
    reason: z.enum(joinReasons).nullable().describe('While failed: why. Also when the network has no internet.'),
    text: z
      .string()
      .nullable()
      .describe('The reason in a sentence with advice, in the language of the request (`lang`, Accept-Language).'),
    internet: internet.nullable(),
    addresses: z.array(z.string()).max(8).describe('Addresses of the device on the joined network, without prefix.'),
  })
  .meta({ id: 'Attempt' });

export const ResultPart = z
  .object({
    path: z.string().describe('On the joined network the result can be read here for 10 minutes.'),
    urls: z.array(z.string()).max(8).describe('The whole addresses, as far as they are known now.'),
  })
  .meta({ id: 'Result' });

/** What an app does when the link drops: how long each state may last, when to ask again, when the hotspot is back. */
const waits = {
  timeLimit: seconds.nullable().describe('The longest the present state may last; null: no limit.'),
  retryAfter: seconds.describe('Ask again after this many seconds.'),
  hotspotReturnsWithin: seconds
    .nullable()
    .describe('If the attempt fails, the hotspot is back at most this many seconds from now. null: it is not leaving.'),
};

export const AttemptReply = z
  .object({
    version: z.string().describe('Pass it as `after` to wait for the next change.'),
    attempt: AttemptPart.nullable().describe('The last attempt, kept until the next one; null: none yet.'),
    result: ResultPart,
    ...waits,
  })
  .meta({ id: 'AttemptReply' });

export const ConditionReply = z
  .object({ code: z.string(), severity: z.enum(['info', 'warning', 'error']), text: z.string() })
  .meta({ id: 'Condition' });

export const HealthReply = z.object({ conditions: z.array(ConditionReply) }).meta({ id: 'Health' });

export const ExtraFieldReply = z
  .object({
    name: z.string(),
    label: z.string(),
    required: z.boolean(),
    pattern: z.string().nullable().describe('A regular expression for the whole value.'),
    maxLength: z.int().min(1),
  })
  .meta({ id: 'ExtraField' });

export const StatusReply = z
  .object({
    version: z.string().describe('Changes with everything below but the age of the list.'),
    device: z.object({
      hostName: z.string(),
      manufacturer: z.string(),
      model: z.string(),
      agentVersion: z.string(),
      hotspotName: z.string().nullable(),
    }),
    fragmentId: z.string().nullable(),
    configured: z.boolean().describe('The device has machine credentials.'),
    replacement: z
      .enum(['free', 'with-code', 'refused'])
      .describe('How machine credentials may be given: freely, with the ownership code, or not from here.'),
    online: z.boolean(),
    internet,
    networks: NetworksReply,
    attempt: AttemptPart.nullable(),
    staged: z
      .object({ network: z.boolean(), credentials: z.boolean(), fragment: z.boolean() })
      .describe('What was sent before and waits for a submission; never its value.'),
    conditions: z.array(ConditionReply),
    limits: z
      .object({ waiting: seconds, connecting: seconds, hotspotReturns: seconds })
      .describe('The longest each state may last, and until the hotspot is back after a failure.'),
    hotspot: z.object({
      address: z.string().describe('Where this page is, for example 10.42.0.1.'),
      mode: z.enum(['redirect', 'setup-only']).describe('redirect: every foreign address leads to this page.'),
    }),
    result: ResultPart,
    branding: z.object({ color: z.string().nullable(), logo: z.string().nullable().describe('Path of the picture.') }),
    extraFields: z.array(ExtraFieldReply),
    token: z.string().describe('The form token; send it as `token` with every write.'),
    ...waits,
  })
  .meta({ id: 'Status' });

export const RescanReply = z
  .object({ outcome: z.enum(['done', 'dropping-hotspot']), networks: NetworksReply, ...waits })
  .meta({ id: 'Rescan' });

export const StagedReply = z
  .object({ staged: z.object({ network: z.boolean(), credentials: z.boolean(), fragment: z.boolean() }) })
  .meta({ id: 'Staged' });

/** Error replies: RFC 9457 problem details, with a code from the closed list. */
export const Problem = z
  .object({
    type: z.string().describe('`urn:machine-agent:problem:` and the code.'),
    title: z.string().describe('For people, in the language of the request (`lang`, Accept-Language).'),
    status: z.int(),
    code: z.enum(problemCodes),
    detail: z.string().optional(),
    fields: z
      .array(
        z.object({
          field: z.string(),
          problem: z.enum(fieldProblems),
          limit: z.int().optional(),
          text: z.string().describe('The problem in a sentence, in the language of the request.'),
        }),
      )
      .optional()
      .describe('Which fields, and what is wrong with each; never a value.'),
    attempt: AttemptPart.optional().describe('The attempt that is in the way (attempt-in-progress).'),
    token: z.string().optional().describe('The form token to use instead (form-expired).'),
    retryAfter: seconds.optional(),
  })
  .meta({ id: 'Problem' });

export type NetworkReply = z.infer<typeof NetworkReply>;
export type NetworksReply = z.infer<typeof NetworksReply>;
export type SavedReply = z.infer<typeof SavedReply>;
export type AttemptPart = z.infer<typeof AttemptPart>;
export type AttemptReply = z.infer<typeof AttemptReply>;
export type ConditionReply = z.infer<typeof ConditionReply>;
export type HealthReply = z.infer<typeof HealthReply>;
export type ExtraFieldReply = z.infer<typeof ExtraFieldReply>;
export type StatusReply = z.infer<typeof StatusReply>;
export type RescanReply = z.infer<typeof RescanReply>;
export type StagedReply = z.infer<typeof StagedReply>;
export type Problem = z.infer<typeof Problem>;
