import * as z from 'zod';
import { settingLimits } from '../../netplan/limits.ts';
import { setting } from '../../netplan/setting.ts';
import { windowField } from './window-settings.ts';

// semver.org's own expression, with an optional v before it, as tags of releases have.
const semver =
  /^v?(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;

function isVersion(text: string): boolean {
  if (text === 'stable' || text === 'dev' || semver.test(text)) return true;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || /[\s\p{Cc}]/u.test(text)) return false;
  if (url.protocol === 'file:') return url.pathname.length > 1;
  return ['http:', 'https:'].includes(url.protocol) && url.hostname !== '';
}

const version = z.string().min(1).max(settingLimits.pathLength).refine(isVersion);
const expected = '"stable", "dev", a version such as "1.2.3", or a URL (http, https, file)';

export const versionControl = z.object({
  agent: setting(version, {
    default: 'stable',
    describe:
      'Version of this agent: `stable` follows each new release; else a version such as `1.2.3`, `dev`, or a URL (`http`, `https`, `file`).',
    expected,
  }),
  'machine-server': setting(version, {
    default: 'stable',
    describe:
      'Version of the machine server: `stable` follows each new release, `dev` is a development build; else a version such as `1.2.3`, or a URL (`http`, `https`, `file`).',
    expected,
  }),
});

export type VersionControl = Readonly<z.output<typeof versionControl>>;

export const updateAdvanced = {
  maintenance_window: setting(windowField, {
    default: null,
    describe:
      'When the agent may restart and upgrade: `{ "days": ["sat", "sun"], "from": "22:00", "to": "04:00", "time_zone": "Europe/Berlin" }`. `days` absent: every day, and a window belongs to the day on which it begins. `time_zone` empty: that of the device. `null`: at any time.',
    expected: 'an object with "days", "from", "to" and "time_zone", or null',
    extension: true,
  }),
};
