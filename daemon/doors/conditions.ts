import { CodedError } from '../../netplan/errors.ts';
import type { DoorReport, Place } from '../appliance/doors.ts';
import { codeOf, errorText } from '../errors.ts';
import type { Health, HealthCode } from '../health.ts';

const ports: Readonly<Record<string, { readonly taken: HealthCode; readonly port: number }>> = {
  names: { taken: 'dns-port-in-use', port: 53 },
  portal: { taken: 'http-port-in-use', port: 80 },
  app: { taken: 'app-port-in-use', port: 4772 },
};
/** What the doors call a port that another program has. */
const takenCodes: readonly (string | undefined)[] = ['port-in-use', 'address-taken', 'EADDRINUSE'];

/** For a person: the program that has one of these addresses at that port; `undefined`: none is found. */
export type PortHolder = (addresses: readonly string[], port: number) => Promise<string | undefined>;

/**
 * A door that does not open is a condition until it opens or is no longer wanted: by the name of its port, and of the
 * program that has it, if that is the reason.
 */
export function doorConditions(health: Health, holderOf: PortHolder): DoorReport {
  const newest = new Map<string, unknown>();
  const name = async (code: HealthCode, door: string, error: unknown, { address, answerAddress }: Place) => {
    const holder = await holderOf([address, answerAddress], ports[door]?.port ?? 0).catch(() => undefined);
    // Only while the door has said nothing new meanwhile.
    if (holder !== undefined && newest.get(door) === error) health.set(code, `${errorText(error)}, held by ${holder}`);
  };
  return (door, error, place) => {
    const code = ports[door]?.taken;
    if (code === undefined) return;
    const wasTaken = takenCodes.includes(codeOf(newest.get(door)));
    const isTaken = takenCodes.includes(codeOf(error));
    newest.set(door, error);
    if (!isTaken) health.clear(code);
    if (isTaken || error === undefined) health.clear('hotspot-door-closed', door);
    if (isTaken) {
      if (!wasTaken) health.set(code, errorText(error));
      if (place !== undefined) void name(code, door, error, place);
    } else if (error !== undefined) {
      const known = error instanceof CodedError || codeOf(error) !== undefined;
      health.set('hotspot-door-closed', known ? errorText(error) : undefined, door);
    }
  };
}
