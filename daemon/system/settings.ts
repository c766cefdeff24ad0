import * as z from 'zod';
import { settingLimits } from '../../netplan/limits.ts';
import { setting } from '../../netplan/setting.ts';

/** Which journal identifiers are forwarded to the cloud. */
export type LogSelection = {
  readonly include: 'all' | readonly string[];
  readonly exclude: readonly string[];
};

/** `a,b,c` or `all,-x,-y`; `undefined`: neither. Blanks around an identifier do not count. */
export function logSelectionFrom(text: string): LogSelection | undefined {
  const names = text.split(',').map((name) => name.trim());
  const exclude = names.filter((name) => name.startsWith('-')).map((name) => name.slice(1));
  const include = names.filter((name) => !name.startsWith('-'));
  if (include.length === 0 || names.some((name) => !/^-?[^-\s\p{Cc}\p{Cs}][^\p{Cc}\p{Cs}]*$/u.test(name)))
    return undefined;
  return { include: include.includes('all') ? 'all' : include, exclude };
}

const forward = z
  .string()
  .max(settingLimits.journalIdentifiers * 40)
  .transform((text, context): LogSelection | undefined => {
    if (text === '') return undefined;
    const selection = logSelectionFrom(text);
    if (selection !== undefined && text.split(',').length <= settingLimits.journalIdentifiers) return selection;
    context.issues.push({ code: 'custom', input: text, params: { code: 'malformed' } });
    return z.NEVER;
  });

const megabytes = z
  .int()
  .min(-1)
  .max(1_000_000)
  .refine((value) => value !== 0, { params: { code: 'out-of-range' } })
  .transform((value) => (value === -1 ? undefined : value));
const expectedMegabytes = 'a whole number of megabytes from 1 to 1000000, or -1 for no limit of ours';

export const systemConfiguration = z.object({
  forward_system_logs: setting(forward, {
    default: '',
    describe: `Journal identifiers whose messages go to the cloud, with commas between, at most ${settingLimits.journalIdentifiers}: \`a,b,c\`, or \`all,-x,-y\` for all but some. Empty: none.`,
    expected: 'identifiers with commas between, as in "a,b,c" or "all,-x,-y"',
  }),
  logging_journald_runtime_max_use_megabytes: setting(megabytes, {
    default: 512,
    describe: 'Space for temporary logs (in memory), in MB; −1: no limit of ours.',
    expected: expectedMegabytes,
  }),
  logging_journald_system_max_use_megabytes: setting(megabytes, {
    default: 512,
    describe: 'Space for logs on disk, in MB; −1: no limit of ours.',
    expected: expectedMegabytes,
  }),
  os_auto_upgrade_type: setting(
    z.enum(['', 'all', 'security', 'disable']).transform((value) => value || undefined),
    {
      default: '',
      describe:
        'Automatic upgrades of the system’s packages: `all`, only those of `security`, or `disable`. Empty: the system’s own settings stay.',
      expected: '"all", "security", "disable" or ""',
    },
  ),
});

export type SystemConfiguration = Readonly<z.output<typeof systemConfiguration>>;
