import * as z from 'zod';
import { maximumSsidBytes, ssidFromText } from '../ssid.ts';
import type { TownExtras } from './page-state.ts';
import type { PhoneResult } from './phones.ts';
import { fastestFactor, slowestFactor } from './steered-clock.ts';
import type { Town } from './town.ts';

/** The page's town stays one that fits on a page. */
const mostAccessPoints = 40;
const mostPhones = 20;

const id = z.string().max(64);
const password = z.string().max(64).nullable();
const name = z
  .string()
  .refine((text) => text !== '' && Buffer.byteLength(text) <= maximumSsidBytes, 'a name has 1 to 32 bytes');
const upstream = z.enum(['yes', 'no', 'sign-in']);
const failures = z.int().min(0).max(100);

const accessPoint = z.strictObject({
  on: z.boolean(),
  password,
  internet: upstream,
  signal: z.int().min(0).max(100),
  hidden: z.boolean(),
  dhcp: z.boolean(),
  temper: z.enum(['normal', 'refuses', 'disassociates', 'silent']),
});
const radio = z.strictObject({
  present: z.boolean(),
  block: z.enum(['on', 'soft-blocked', 'hard-blocked']),
  both: z.boolean(),
  scansInHotspot: z.boolean(),
  hotspotFailures: failures,
});

/** Everything a person may do to the town from its page. */
export const TownAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('change-access-point'), id, changes: accessPoint.partial() }),
  z.strictObject({ act: z.literal('add-access-point'), name, password }),
  z.strictObject({ act: z.literal('remove-access-point'), id }),
  z.strictObject({
    act: z.literal('change-port'),
    interface: id,
    changes: z.strictObject({ plugged: z.boolean(), dhcp: z.boolean(), internet: upstream }).partial(),
  }),
  z.strictObject({ act: z.literal('change-radio'), changes: radio.partial() }),
  z.strictObject({ act: z.literal('network-manager'), here: z.boolean() }),
  z.strictObject({ act: z.literal('check-internet'), checks: z.boolean() }),
  z.strictObject({ act: z.literal('hotspot-falls') }),
  z.strictObject({ act: z.literal('delete-profile'), id }),
  z.strictObject({ act: z.literal('phone-joins'), name: id, ssid: name, password: z.string().max(64) }),
  z.strictObject({ act: z.literal('phone-leaves'), name: id }),
  z.strictObject({ act: z.literal('speed'), factor: z.number().min(slowestFactor).max(fastestFactor) }),
  z.strictObject({ act: z.literal('restart-agent') }),
]);
export type TownAct = z.infer<typeof TownAct>;

/** @throws RangeError for something that is not there, or would be too much */
export async function act(what: TownAct, town: Town, extras: TownExtras): Promise<{ readonly result?: PhoneResult }> {
  switch (what.act) {
    case 'change-access-point': {
      const { password: changed, ...changes } = what.changes;
      const given =
        changed === undefined ? {} : { password: changed ?? undefined, security: securityOf(what.id, changed, town) };
      town.changeAccessPoint(what.id, { ...defined(changes), ...given });
      return {};
    }
    case 'add-access-point':
      if (town.view().accessPoints.length >= mostAccessPoints) throw new RangeError('the town is full');
      town.addAccessPoint({
        ssid: ssidFromText(what.name),
        ...(what.password === null ? {} : { password: what.password }),
      });
      return {};
    case 'remove-access-point':
      town.removeAccessPoint(what.id);
      return {};
    case 'change-port':
      town.changePort(what.interface, defined(what.changes));
      return {};
    case 'change-radio':
      town.changeRadio(defined(what.changes));
      return {};
    case 'network-manager':
      if (what.here) town.networkManagerReturns();
      else town.networkManagerLeaves();
      return {};
    case 'check-internet':
      town.checkInternet(what.checks);
      return {};
    case 'hotspot-falls':
      town.hotspotFalls();
      return {};
    case 'delete-profile':
      town.deleteProfile(what.id);
      return {};
    case 'phone-joins':
      if (town.view().phones.length >= mostPhones) throw new RangeError('too many phones');
      return { result: await town.phoneJoins(what.name, ssidFromText(what.ssid), what.password) };
    case 'phone-leaves':
      town.phoneLeaves(what.name);
      return {};
    case 'speed':
      extras.setSpeed(what.factor);
      return {};
    case 'restart-agent':
      await extras.restartAgent?.();
      return {};
  }
}

/** A router that gets its first password becomes a protected one, and the other way round; else its kind stays. */
function securityOf(accessPoint: string, changed: string | null, town: Town) {
  const former = town.view().accessPoints.find((each) => each.id === accessPoint)?.security ?? [];
  if (changed === null) return ['open' as const];
  return former.includes('open') || former.includes('owe') || former.length === 0 ? ['wpa-psk' as const] : former;
}

/** Without the members that were not given. */
const defined = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>;
  };
