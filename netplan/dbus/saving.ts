import { NetworkError } from '../errors.ts';
import type { Profile } from '../profile.ts';
import { profileSettings } from './dictionary.ts';
import { marksIn, profileFrom, type StoredSettings } from './reading.ts';
import type { Service } from './service.ts';

/** Saves a new profile, on disk. */
export async function addProfile(service: Service, profile: Profile, digest: string): Promise<void> {
  await service.add(profileSettings(profile, { source: profile.source, digest }));
}

/**
 * Changes a saved profile in place, and no link. In memory the file keeps what worked, so that a power cut brings it
 * back until the change has worked as well.
 */
export async function updateProfile(
  service: Service,
  profile: Profile,
  digest: string,
  storage: 'disk' | 'memory',
): Promise<void> {
  const path = await service.connection(profile.id);
  if (path === undefined) return addProfile(service, profile, digest);
  const settings = profileSettings(profile, { source: profile.source, digest });
  return service.update(path, settings, storage);
}

export async function removeProfile(service: Service, id: string): Promise<void> {
  const path = await service.connection(id);
  if (path !== undefined) await service.remove(path);
}

/**
 * A submission that worked is saved: as it was asked for, with its priority, and connecting by itself from now on. Its
 * secrets are read back, so that this is also right for an agent that was started in between.
 * @throws NetworkError `refused` when it is gone, or not ours
 */
export async function keepProfile(
  service: Service,
  id: string,
  priority: number,
  digest: (profile: Profile) => string,
): Promise<void> {
  const path = await service.connection(id);
  if (path === undefined) throw new NetworkError('refused', `there is no profile ${id} to keep`);
  const stored = await withSecrets(service, path);
  const [profile, marks] = [profileFrom(stored), marksIn(stored)];
  if (profile === undefined || marks === undefined) throw new NetworkError('refused', `profile ${id} is not ours`);
  const kept: Profile = { ...profile, priority, autoconnect: true };
  await service.update(path, profileSettings(kept, { ...marks, digest: digest(kept) }), 'disk');
}

/** Asked only where there are some: NetworkManager answers with an error otherwise (OWE). */
async function withSecrets(service: Service, path: string): Promise<StoredSettings> {
  const bare = await service.settings(path);
  if (bare['802-1x'] !== undefined) return service.settingsWithSecrets(path, '802-1x');
  const personal = ['wpa-psk', 'sae'].includes(bare['802-11-wireless-security']?.['key-mgmt'] ?? '');
  return personal ? service.settingsWithSecrets(path, '802-11-wireless-security') : bare;
}
