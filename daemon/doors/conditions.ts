import { CodedError } from '../../netplan/errors.ts';
import type { DoorReport } from '../appliance/doors.ts';
import { codeOf, errorText } from '../errors.ts';
import type { Health, HealthCode } from '../health.ts';

const taken: Readonly<Record<string, HealthCode>> = {
  names: 'dns-port-in-use',
  portal: 'http-port-in-use',
  app: 'app-port-in-use',
};

/** A door that does not open is a condition by the name of its port, until it opens or is no longer wanted. */
export function doorConditions(health: Health): DoorReport {
  return (door, error) => {
    const code = taken[door];
    if (code === undefined) return;
    if (error === undefined) health.clear(code);
    else health.set(code, error instanceof CodedError || codeOf(error) !== undefined ? errorText(error) : undefined);
  };
}
