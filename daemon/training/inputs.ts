import * as z from 'zod';
import { TrainingError } from './errors.ts';
import { ModelFramework, ModelType, TrainingStatus } from './words.ts';

/** What every input is held against, before a call and again by the local cloud. */
export const trainingLimits = {
  /** Characters of an id. */
  id: 200,
  /** Characters of the name or version of a model. */
  name: 200,
  tags: 1000,
  tag: 200,
  arguments: 100,
  /** Characters of the value of an argument. */
  argument: 4096,
  pageToken: 200,
} as const;

const text = (most: number) =>
  z
    .string({ error: 'must be a text' })
    .min(1, { error: 'must not be empty' })
    .max(most, { error: `must have at most ${most} characters` })
    // Control characters would end up in file names, logs and process arguments.
    .regex(/^\P{Cc}*$/u, { error: 'must be one line without control characters' });

const oneOf = (words: Readonly<Record<string, number>>, without?: number) => {
  const allowed = Object.entries(words).filter(([, value]) => value !== without);
  return z.literal(
    allowed.map(([, value]) => value),
    { error: `must be one of ${allowed.map(([name]) => name).join(', ')}` },
  );
};

const id = text(trainingLimits.id);
const name = text(trainingLimits.name);

const submission = { organizationId: id, datasetId: id, modelName: name, modelVersion: name };

export const jobSubmission = z.object({
  ...submission,
  modelType: oneOf(ModelType, ModelType.UNSPECIFIED),
  tags: z
    .array(text(trainingLimits.tag), { error: 'must be a list of texts' })
    .min(1, { error: 'must name at least one label to train on' })
    .max(trainingLimits.tags, { error: `must have at most ${trainingLimits.tags} entries` })
    .refine((tags) => new Set(tags).size === tags.length, { error: 'must name each label once' }),
  modelFramework: oneOf(ModelFramework).default(ModelFramework.UNSPECIFIED),
});

export const customSubmission = z.object({
  ...submission,
  registryItemId: id,
  registryItemVersion: name,
  arguments: z
    .record(
      // They become `--name=value` of a script.
      z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/, { error: 'is no name of an argument' }),
      z
        .string()
        .max(trainingLimits.argument)
        .regex(/^[^\0]*$/, { error: 'must not hold a NUL character' }),
      { error: 'must be an object of texts' },
    )
    .refine((all) => Object.keys(all).length <= trainingLimits.arguments, {
      error: `must have at most ${trainingLimits.arguments} members`,
    })
    .default({}),
  containerVersion: z.string().max(trainingLimits.name).default(''),
});

export const jobId = z.object({ id });

export const listing = z.object({
  organizationId: id,
  status: oneOf(TrainingStatus).default(TrainingStatus.UNSPECIFIED),
});

export const logPage = z.object({ id, pageToken: z.string().max(trainingLimits.pageToken).optional() });

/**
 * `value` as `schema` has it.
 * @throws TrainingError `invalid-argument`, which names the field
 */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'the request';
  throw new TrainingError('invalid-argument', `${field} ${issue?.message ?? 'is not valid'}`, { field });
}
