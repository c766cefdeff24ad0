import * as z from 'zod';
import { line } from './fields.ts';
import { settingLimits } from './limits.ts';
import { isSafePattern } from './pattern.ts';
import { worded } from './setting.ts';

/** Only over plain http can a sign-in page be noticed: over https it is an error like any other. */
function isPlainHttp(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' && url.hostname !== '' && url.username === '' && url.password === '';
}

const checkUrl = z
  .object({
    url: worded(
      z
        .string()
        .max(settingLimits.pathLength)
        .refine(isPlainHttp)
        .describe('Plain `http`, since only there a sign-in page can be noticed; no user name.'),
      { expected: 'a URL with plain http, a host and no user name', secret: true },
    ),
    body: worded(z.string().max(200).default('').describe('How the answer begins; empty: an answer without a body.'), {
      expected: 'text of at most 200 characters',
    }),
  })
  .readonly();

export const checkUrlsField = z.array(checkUrl).min(1).max(settingLimits.checkUrls).readonly();

const extraField = z
  .object({
    name: worded(
      z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/)
        .describe('Under which the answer is delivered: a letter, then letters, digits and `_`, at most 40.'),
      { expected: 'a letter, then letters, digits and "_", at most 40' },
    ),
    label: worded(line(1, settingLimits.nameLength).describe('What the person reads.'), {
      expected: `1 to ${settingLimits.nameLength} characters on one line`,
    }),
    required: worded(z.boolean().default(false).describe('Whether an answer must be given.'), {
      expected: 'true or false',
    }),
    pattern: worded(
      z
        .string()
        .max(settingLimits.patternLength)
        .default('')
        .transform((pattern) => pattern || undefined)
        .describe(
          'Regular expression (JavaScript, flag `v`) that the whole answer must match; no look-around, no references, and none that could take long. Empty: anything.',
        ),
      {
        expected: `a regular expression of at most ${settingLimits.patternLength} characters without look-around and references that cannot take long (a smaller max_length helps)`,
      },
    ),
    max_length: worded(
      z.int().min(1).max(settingLimits.extraFieldLength).default(100).describe('Longest answer, in characters.'),
      { expected: `a whole number from 1 to ${settingLimits.extraFieldLength}` },
    ),
  })
  .refine(({ pattern, max_length }) => pattern === undefined || isSafePattern(pattern, max_length), {
    path: ['pattern'],
  })
  .readonly();

export const extraFieldsField = z
  .array(extraField)
  .max(settingLimits.extraFields)
  .refine((list) => new Set(list.map((field) => field.name)).size === list.length, { params: { code: 'conflict' } })
  .readonly();
