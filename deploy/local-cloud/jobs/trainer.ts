// The built-in trainer, a process of its own: linear models on vectors of features. Enough to try the whole way from
// data to a model on any laptop; for anything more there are scripts of the registry.
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ModelType } from '../../../daemon/training/words.ts';
import { type Example, emptyModel, learn, scaled } from './linear.ts';
import { taskFor } from './tasks.ts';

const limits = { examples: 100_000, features: 10_000, numbers: 20_000_000 } as const;
const rounds = 40;
const firstRate = 0.1;
/** Every fifth example is not learned from, and tells how good the model is. */
const heldOut = 5;

const { values } = parseArgs({
  options: {
    dataset_file: { type: 'string' },
    model_output_directory: { type: 'string' },
    model_type: { type: 'string' },
    tag: { type: 'string', multiple: true },
  },
});
const { dataset_file: file = '', model_output_directory: folder = '', model_type: type = '', tag: tags = [] } = values;

try {
  await train();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function train(): Promise<void> {
  const task = taskFor(Number(type), tags);
  const all = await readExamples();
  // An example with none of the labels has no right answer where each has exactly one.
  const single = Number(type) === ModelType.SINGLE_LABEL_CLASSIFICATION;
  const examples = single ? all.filter((example) => tags.some((tag) => mentions(example, tag))) : all;
  const learned = examples.filter((_, index) => index % heldOut !== heldOut - 1);
  const others = examples.filter((_, index) => index % heldOut === heldOut - 1);
  const missing = tags.filter((tag) => !learned.some((example) => mentions(example, tag)));
  if (missing.length > 0) throw new Error(`no example to learn ${missing.join(', ')} from`);
  process.stdout.write(`${learned.length} examples to learn from, ${others.length} to check with\n`);

  const model = emptyModel(learned, task.outputs);
  const cases = learned.map((example) => ({ inputs: scaled(model, example.features), targets: task.targets(example) }));
  for (let round = 0; round < rounds; round++) {
    // Smaller steps for many features, and towards the end.
    const rate = firstRate / Math.sqrt(model.mean.length) / (1 + round / 10);
    for (const { inputs, targets } of cases) learn(model, inputs, targets, rate);
    if (model.bias.some((value) => !Number.isFinite(value))) throw new Error('the numbers grew beyond all bounds');
    if ((round + 1) % 10 === 0) process.stdout.write(`${((round + 1) / rounds) * 100} %\n`);
  }
  const right = others.filter((example) => task.right(model, example)).length;
  const accuracy = others.length === 0 ? undefined : right / others.length;
  process.stdout.write(`right in ${right} of ${others.length} examples that it had not seen\n`);
  await writeFile(
    join(folder, 'model.json'),
    `${JSON.stringify({ modelType: Number(type), tags, accuracy, ...model })}\n`,
  );
}

function mentions({ tags, boxes }: Example, tag: string): boolean {
  return tags.includes(tag) || boxes.some((box) => box.tag === tag);
}

async function readExamples(): Promise<Example[]> {
  const examples: Example[] = [];
  let number = 0;
  let numbers = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number++;
    if (line.trim() === '') continue;
    const example = exampleFrom(parsed(line));
    if (example === undefined) throw new Error(`line ${number} of the data set is no example: see docs/local-cloud.md`);
    const width = examples[0]?.features.length ?? example.features.length;
    if (example.features.length !== width) {
      throw new Error(`line ${number} of the data set has ${example.features.length} features, not ${width}`);
    }
    examples.push(example);
    numbers += width;
    if (examples.length > limits.examples || numbers > limits.numbers) throw new Error('the data set is too large');
  }
  if (examples.length === 0) throw new Error('the data set has no examples');
  return examples;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Checked by hand: a library would take longer to load than most jobs here take to run. */
function exampleFrom(value: unknown): Example | undefined {
  const { features, tags = [], boxes = [] } = Object(value) as Readonly<Record<string, unknown>>;
  if (!areNumbers(features) || features.length === 0 || features.length > limits.features) return undefined;
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) return undefined;
  if (!Array.isArray(boxes) || !boxes.every(isBox)) return undefined;
  return { features, tags, boxes };
}

function areNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((one) => Number.isFinite(one));
}

function isBox(value: unknown): boolean {
  const { tag, box } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof tag === 'string' && areNumbers(box) && box.length === 4;
}
