import * as z from 'zod';
import { days, minutes } from '../../netplan/duration.ts';
import { settingLimits } from '../../netplan/limits.ts';
import { expectedMinutes, minutesSchema } from '../../netplan/minutes.ts';
import { setting, worded } from '../../netplan/setting.ts';

const startTimeout = { from: minutes(1), to: days(30), zero: false };

/** POSIX: a name is not empty and has no `=`; nothing in an environment can hold a NUL. */
const variableName = z
  .string()
  .max(settingLimits.nameLength * 2)
  .regex(/^[^=]+$/)
  .refine((name) => name.isWellFormed() && !name.includes('\0'));
const variable = worded(
  z
    .string()
    .max(settingLimits.environmentBytes)
    .refine((text) => text.isWellFormed() && !text.includes('\0'))
    .refine((text) => Buffer.byteLength(text) <= settingLimits.environmentBytes, { params: { code: 'too-long' } }),
  { expected: 'text without NUL, at most 128 kB', secret: true },
);

/** The members of `advanced_settings` that are about the machine server. */
export const serverAdvanced = {
  disable_viam_server: setting(z.boolean(), {
    default: false,
    describe: '`true`: the machine server is not run.',
    expected: 'true or false',
  }),
  viam_server_env: setting(z.record(variableName, variable), {
    default: {},
    describe: `Environment variables of the machine server and all its children, at most ${settingLimits.environmentVariables}; names and values are text. Layers are joined name by name. A change restarts the server.`,
    expected: 'an object of texts',
    expectedName: 'the name of a variable: not empty, no "="',
    most: settingLimits.environmentVariables,
    secret: true,
  }),
  viam_server_start_timeout_minutes: setting(minutesSchema(startTimeout), {
    default: 10,
    describe: 'Minutes after which a server that has not started is killed and started again; 1 minute to 30 days.',
    expected: expectedMinutes(startTimeout),
  }),
  wait_for_update_check: setting(z.boolean(), {
    default: false,
    describe:
      '`true`: wait for the network and check for updates before the server is started. `false`: start it as soon as possible.',
    expected: 'true or false',
  }),
};
