import * as z from 'zod';
import { line } from './fields.ts';
import { settingLimits } from './limits.ts';
import { isSafePattern } from './pattern.ts';

function isPlainHttp(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' && url.hostname !== '' && url.username === '' && url.password === '';
}

const checkUrl = z
  .object({
    url: z
      .string()
      .max(settingLimits.pathLength)
      .refine(isPlainHttp)
      .describe('Plain `http`: only there can a sign-in page be noticed.'),
    body: z.string().max(200).default('').describe('How the answer begins; empty: an answer without a body.'),
  })
  .readonly();

export const checkUrlsField = z.array(checkUrl).min(1).max(settingLimits.checkUrls).readonly();

const extraField = z
  .object({
    name: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/)
      .describe('Under which the answer is delivered: a letter, then letters, digits and `_`, at most 40.'),
    label: line(1, settingLimits.nameLength).describe('What the person reads.'),
    required: z.boolean().default(false).describe('Whether an answer must be given.'),
    pattern: z
      .string()
      .max(settingLimits.patternLength)
      .default('')
      .transform((pattern) => pattern || undefined)
      .describe(
        'Regular expression (JavaScript, flag `v`) that the whole answer must match; no look-around, no references, and none that could take long. Empty: anything.',
      ),
    max_length: z
      .int()
      .min(1)
      .max(settingLimits.extraFieldLength)
      .default(100)
      .describe('Longest answer, in characters.'),
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
