import * as z from 'zod';
import { expectedPath, line, orNone, pathField } from './fields.ts';
import { settingLimits } from './limits.ts';
import { extraFieldsField } from './list-fields.ts';
import { Secret } from './secret.ts';
import { setting } from './setting.ts';

const expectedLine = `1 to ${settingLimits.nameLength} characters on one line`;

/** The members of `network_configuration` that a person at the device meets. */
export const portalMembers = {
  fragment_id: setting(orNone(line(1, settingLimits.nameLength)), {
    default: '',
    describe: 'Fragment from which new machines are configured; the mobile app needs it. Empty: none.',
    expected: expectedLine,
  }),
  manufacturer: setting(line(1, settingLimits.nameLength), {
    default: 'machine',
    describe: `Shown on the portal and in the app; at most ${settingLimits.nameLength} characters.`,
    expected: expectedLine,
  }),
  model: setting(line(1, settingLimits.nameLength), {
    default: 'custom',
    describe: `Shown on the portal and in the app; at most ${settingLimits.nameLength} characters.`,
    expected: expectedLine,
  }),
  ownership_code: setting(orNone(line(1, 200).transform((text) => new Secret(text))), {
    default: '',
    describe:
      'Secret that must be given to replace the credentials of a machine that has some; at most 200 characters. Empty: they cannot be replaced on the spot.',
    expected: '1 to 200 characters on one line',
    secret: true,
    extension: true,
  }),
  portal_color: setting(orNone(z.string().regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/)), {
    default: '',
    describe: 'Main colour of the portal, as `#rrggbb` or `#rgb`. Empty: ours.',
    expected: 'a colour such as "#1a6b3c"',
    extension: true,
  }),
  portal_logo_file: setting(pathField, {
    default: '',
    describe: 'Absolute path of the picture shown on the portal. Empty: none.',
    expected: expectedPath,
    extension: true,
  }),
  portal_extra_fields: setting(extraFieldsField, {
    default: [],
    describe: `Further questions on the portal, at most ${settingLimits.extraFields}. The pattern is a regular expression that the whole answer must match.`,
    expected: `a list of at most ${settingLimits.extraFields} objects with "name", "label", "required", "pattern" and "max_length"`,
    extension: true,
  }),
  state_hook: setting(pathField, {
    default: '',
    describe:
      'Absolute path of a program that is run at each change of mode or attempt, for a light or a sound. Empty: none.',
    expected: expectedPath,
    extension: true,
  }),
};
