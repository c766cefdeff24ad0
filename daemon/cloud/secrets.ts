import { Secret } from '../../netplan/secret.ts';
import type { MachineCredentials } from '../../portal/session.ts';
import type { Settings } from '../settings.ts';

/** Every secret that this machine was given: of the settings, of the server's environment, and its own credentials. */
export function secretsIn(settings: Settings, credentials: MachineCredentials | undefined): readonly string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (value instanceof Secret) found.push(value.reveal());
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) look(member);
  };
  look(settings);
  look(credentials);
  found.push(...Object.values(settings.advanced_settings.viam_server_env));
  return found;
}
