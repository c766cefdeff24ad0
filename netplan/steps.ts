import type { Join } from './plan.ts';
import type { Hotspot, Profile } from './profile.ts';

export type Step =
  | { readonly action: 'add' | 'update'; readonly profile: Profile; readonly digest: string }
  | { readonly action: 'remove'; readonly id: string }
  | { readonly action: 'hotspot-up'; readonly hotspot: Hotspot; readonly digest: string }
  | { readonly action: 'hotspot-down' }
  | { readonly action: 'autoconnect'; readonly allowed: boolean }
  | { readonly action: 'join'; readonly join: Join }
  | { readonly action: 'keep'; readonly id: string; readonly priority: number };
