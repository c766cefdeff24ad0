import type { Security } from '../network.ts';
import type { JoinReason } from '../reasons.ts';

/** `NMDeviceState`, those that matter here. */
export const deviceStates = {
  unmanaged: 10,
  unavailable: 20,
  disconnected: 30,
  prepare: 40,
  ipConfig: 70,
  activated: 100,
  deactivating: 110,
  failed: 120,
} as const;

/** `NMActiveConnectionState`. */
export const activeStates = { activating: 1, activated: 2, deactivating: 3, deactivated: 4 } as const;

/**
 * `NMDeviceStateReason` → what it means for a join. Complete up to NetworkManager 1.52, in its order, so that a reason
 * is looked up by position; those of modems and other hardware that is not ours end in `failed`.
 */
const deviceReasons: readonly JoinReason[] = [
  'failed', // 0 none
  'failed', // 1 unknown
  'interrupted', // 2 now managed
  'device-gone', // 3 now unmanaged
  'failed', // 4 config failed
  'no-address', // 5 IP config unavailable
  'no-address', // 6 IP config expired
  'wrong-password', // 7 no secrets: the password was asked for again
  'disassociated', // 8 supplicant disconnect
  'unsupported-security', // 9 supplicant config failed
  'interrupted', // 10 supplicant failed: wpa_supplicant is gone
  'timed-out', // 11 supplicant timeout
  'failed', // 12 PPP start failed
  'failed', // 13 PPP disconnect
  'failed', // 14 PPP failed
  'no-address', // 15 DHCP start failed
  'no-address', // 16 DHCP error
  'no-address', // 17 DHCP failed
  'failed', // 18 shared start failed
  'failed', // 19 shared failed
  'no-address', // 20 autoip start failed
  'no-address', // 21 autoip error
  'no-address', // 22 autoip failed
  'failed', // 23 modem busy
  'failed', // 24 modem no dial tone
  'failed', // 25 modem no carrier
  'failed', // 26 modem dial timeout
  'failed', // 27 modem dial failed
  'failed', // 28 modem init failed
  'failed', // 29 GSM APN failed
  'failed', // 30 GSM not searching
  'failed', // 31 GSM registration denied
  'failed', // 32 GSM registration timeout
  'failed', // 33 GSM registration failed
  'failed', // 34 GSM PIN check failed
  'device-gone', // 35 firmware missing
  'device-gone', // 36 removed
  'interrupted', // 37 sleeping
  'interrupted', // 38 connection removed
  'interrupted', // 39 user requested
  'disassociated', // 40 carrier changed: for a wire, it was pulled
  'failed', // 41 connection assumed
  'interrupted', // 42 supplicant available
  'failed', // 43 modem not found
  'failed', // 44 Bluetooth failed
  'failed', // 45 GSM SIM not inserted
  'failed', // 46 GSM SIM PIN required
  'failed', // 47 GSM SIM PUK required
  'failed', // 48 GSM SIM wrong
  'failed', // 49 InfiniBand mode
  'failed', // 50 dependency failed
  'failed', // 51 BR2684 failed
  'failed', // 52 modem manager unavailable
  'network-not-found', // 53 SSID not found
  'failed', // 54 secondary connection failed
  'failed', // 55 DCB or FCoE failed
  'failed', // 56 teamd control failed
  'failed', // 57 modem failed
  'failed', // 58 modem available
  'failed', // 59 SIM PIN incorrect
  'interrupted', // 60 new activation
  'failed', // 61 parent changed
  'failed', // 62 parent managed changed
  'failed', // 63 OVSDB failed
  'address-in-use', // 64 IP address duplicate
  'no-address', // 65 IP method unsupported
  'failed', // 66 SR-IOV configuration failed
  'network-not-found', // 67 peer not found
  'failed', // 68 device handler failed
  'device-gone', // 69 unmanaged by default
  'device-gone', // 70 unmanaged: external, down
  'device-gone', // 71 unmanaged: link not initialised
  'interrupted', // 72 unmanaged: NetworkManager quits
  'interrupted', // 73 unmanaged: sleeping
  'device-gone', // 74 unmanaged by configuration
  'device-gone', // 75 unmanaged by explicit decision
  'device-gone', // 76 unmanaged by settings
  'device-gone', // 77 unmanaged by udev
  'interrupted', // 78 networking is switched off
];

/** `NMActiveConnectionStateReason`, for an activation that ended without its device saying why. */
const activeReasons: readonly JoinReason[] = [
  'failed', // 0 unknown
  'failed', // 1 none
  'interrupted', // 2 user disconnected
  'disassociated', // 3 device disconnected
  'interrupted', // 4 service stopped
  'no-address', // 5 IP config invalid
  'timed-out', // 6 connect timeout
  'timed-out', // 7 service start timeout
  'failed', // 8 service start failed
  'wrong-password', // 9 no secrets
  'identity-refused', // 10 login failed
  'interrupted', // 11 connection removed
  'failed', // 12 dependency failed
  'failed', // 13 device realize failed
  'device-gone', // 14 device removed
];

export const reasonOfDevice = (reason: number): JoinReason => deviceReasons[reason] ?? 'failed';
export const reasonOfActivation = (reason: number): JoinReason => activeReasons[reason] ?? 'failed';

/** Below this (0 to 100) an association that does not hold is put down to the distance. */
const weakSignal = 20;

export type Circumstances = {
  /** Every kind that the network offers, or the one asked for when it was not seen. */
  readonly security: readonly Security[];
  /** Of the network when it was last seen, 0 to 100; `undefined`: not seen, so possibly hidden. */
  readonly signal: number | undefined;
  /** The network was still heard while it was being joined. */
  readonly heard: boolean;
  readonly radio: 'on' | 'soft-blocked' | 'hard-blocked';
};

/**
 * What a person can do something about, where NetworkManager's reason alone does not tell.
 * @param said `admitted`: password or identity had been accepted before it failed
 */
export function refine(
  said: { readonly reason: JoinReason; readonly admitted: boolean },
  { security, signal, heard, radio }: Circumstances,
): JoinReason {
  if (radio !== 'on') return 'radio-blocked';
  const { admitted } = said;
  // A link that breaks while keys are renewed is called a wrong password too.
  const reason = admitted && said.reason === 'wrong-password' ? 'disassociated' : said.reason;
  if (!admitted && security.includes('enterprise') && (reason === 'wrong-password' || reason === 'disassociated')) {
    return 'identity-refused';
  }
  // NetworkManager calls a network "not found" as long as it did not come to an association with it.
  const refused = reason === 'network-not-found' && heard;
  const unsteady = refused || reason === 'disassociated' || reason === 'timed-out';
  if (unsteady && signal !== undefined && signal < weakSignal) return 'signal-too-weak';
  if (!refused) return reason;
  // With SAE a wrong password fails in the authentication, before the association.
  return security.includes('sae') ? 'wrong-password' : 'refused';
}
