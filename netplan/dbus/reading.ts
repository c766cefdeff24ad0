import * as z from 'zod';
import type { Enterprise, SavedProfile, Security } from '../network.ts';
import type { Addressing, Profile, WifiPart } from '../profile.ts';
import { Secret } from '../secret.ts';
import { maximumSsidBytes, type Ssid, ssidFromBytes } from '../ssid.ts';
import { fromNetworkOrder, powerSave } from './dictionary.ts';
import { type Marks, marksOf } from './marks.ts';

/**
 * The reply of `GetSettings`, as far as it matters to us. A property that is absent has its default; one of an
 * unexpected form counts as absent, so that a strange profile is still shown as somebody's.
 */
export const settingsReply = z.object({
  connection: z.object({
    id: z.string(),
    uuid: z.string(),
    type: z.string(),
    'interface-name': z.string().optional().catch(undefined),
    autoconnect: z.boolean().default(true),
    'autoconnect-priority': z.number().default(0).catch(0),
    timestamp: z.bigint().default(0n).catch(0n),
  }),
  '802-11-wireless': z
    .object({
      ssid: z.instanceof(Uint8Array).optional(),
      mode: z.string().optional().catch(undefined),
      hidden: z.boolean().default(false),
      powersave: z.number().default(0),
    })
    .optional()
    .catch(undefined),
  '802-11-wireless-security': z
    .object({ 'key-mgmt': z.string().optional(), psk: z.string().optional() })
    .optional()
    .catch(undefined),
  '802-1x': z
    .object({
      eap: z.array(z.string()).default([]),
      identity: z.string().optional(),
      password: z.string().optional(),
    })
    .optional()
    .catch(undefined),
  ipv4: z
    .object({
      method: z.string().default('auto'),
      'address-data': z.array(z.object({ address: z.string(), prefix: z.number() })).default([]),
      gateway: z.string().optional(),
      dns: z.array(z.number()).default([]),
      'route-metric': z.bigint().default(-1n),
    })
    .optional()
    .catch(undefined),
  user: z
    .object({ data: z.record(z.string(), z.string()) })
    .optional()
    .catch(undefined),
});
export type StoredSettings = z.infer<typeof settingsReply>;

/** `Flags` of a connection object (NMSettingsConnectionFlags). */
export const connectionFlags = { unsaved: 1, generated: 2, volatile: 4, external: 8 } as const;

export const marksIn = (settings: StoredSettings): Marks | undefined => marksOf(settings.user?.data ?? {});

export function savedProfile(settings: StoredSettings, flags: number): SavedProfile {
  const { connection, '802-11-wireless': wifi } = settings;
  const marks = marksIn(settings);
  return {
    id: connection.uuid,
    name: connection.id,
    source: marks?.source ?? 'other',
    kind: kindOf(settings),
    ssid: ssidOf(wifi?.ssid),
    hidden: marks?.hidden ?? wifi?.hidden ?? false,
    interface: interfaceOf(connection, marks),
    autoconnect: connection.autoconnect,
    priority: connection['autoconnect-priority'],
    lastSuccess: Number(connection.timestamp),
    volatile: (flags & connectionFlags.volatile) !== 0,
    attempt: marks?.attempt,
    digest: marks?.digest,
  };
}

/** As asked for: of a submission, NetworkManager itself set the one it carries. */
const interfaceOf = (connection: StoredSettings['connection'], marks: Marks | undefined): string | undefined =>
  marks?.source === 'submission' ? marks.interface : connection['interface-name'];

/** Somebody else's own access point, ad-hoc or mesh network is no network to join. */
function kindOf({ connection, '802-11-wireless': wifi }: StoredSettings): SavedProfile['kind'] {
  if (connection.type === '802-3-ethernet') return 'wired';
  return wifi !== undefined && (wifi.mode ?? 'infrastructure') === 'infrastructure' ? 'wifi' : 'other';
}

export const ssidOf = (bytes: Uint8Array | undefined): Ssid | undefined =>
  bytes === undefined || bytes.length === 0 || bytes.length > maximumSsidBytes ? undefined : ssidFromBytes(bytes);

/** The profile of ours that these settings were made from; `undefined` if it is not one. Secrets only if they are in. */
export function profileFrom(settings: StoredSettings): Profile | undefined {
  const { connection, ipv4 } = settings;
  const marks = marksIn(settings);
  if (marks === undefined || marks.source === 'hotspot') return undefined;
  return {
    id: connection.uuid,
    name: connection.id,
    source: marks.source,
    interface: interfaceOf(connection, marks),
    wifi: wifiPart(settings, marks),
    addressing: addressing(ipv4),
    priority: connection['autoconnect-priority'],
    routeMetric: Math.max(0, Number(ipv4?.['route-metric'] ?? 0)),
    autoconnect: connection.autoconnect,
  };
}

function wifiPart(settings: StoredSettings, marks: Marks): WifiPart | undefined {
  const wifi = settings['802-11-wireless'];
  const ssid = ssidOf(wifi?.ssid);
  if (wifi === undefined || ssid === undefined) return undefined;
  const psk = settings['802-11-wireless-security']?.psk;
  return {
    ssid,
    hidden: marks.hidden ?? wifi.hidden,
    security: securityOf(settings),
    psk: psk === undefined ? undefined : new Secret(psk),
    enterprise: enterpriseOf(settings['802-1x']),
    powerSave: wifi.powersave === powerSave.on ? true : wifi.powersave === powerSave.off ? false : undefined,
  };
}

function securityOf(settings: StoredSettings): Security {
  const security = settings['802-11-wireless-security'];
  if (security === undefined) return 'open';
  switch (security['key-mgmt']) {
    case 'wpa-psk':
    case 'sae':
    case 'owe':
      return security['key-mgmt'];
    case 'wpa-eap':
      return 'enterprise';
    case 'none':
      return 'wep';
    default:
      return 'unknown';
  }
}

function enterpriseOf(section: StoredSettings['802-1x']): Enterprise | undefined {
  const method = section?.eap[0];
  if (section?.identity === undefined || (method !== 'peap' && method !== 'ttls')) return undefined;
  return { method, identity: section.identity, password: new Secret(section.password ?? '') };
}

function addressing(ipv4: StoredSettings['ipv4']): Addressing {
  const dns = (ipv4?.dns ?? []).map(fromNetworkOrder);
  const first = ipv4?.['address-data'][0];
  if (ipv4?.method !== 'manual' || first === undefined) return { method: 'auto', dns };
  return { method: 'manual', address: `${first.address}/${first.prefix}`, gateway: ipv4.gateway, dns };
}
