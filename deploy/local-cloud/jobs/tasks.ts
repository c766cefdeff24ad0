import { ModelType } from '../../../daemon/training/words.ts';
import { chance, type Example, type LinearModel, scaled, sums, type Target } from './linear.ts';

/** What the kinds of models differ in. */
export type Task = {
  readonly outputs: number;
  targets(example: Example): Target[];
  /** Whether the model is right about an example. */
  right(model: LinearModel, example: Example): boolean;
};

const boxNumbers = 4;
/** Overlap from which a found box counts as the right one. */
const enough = 0.5;

export function taskFor(type: number, tags: readonly string[]): Task {
  const yes = (is: boolean): Target => ({ kind: 'chance', value: is ? 1 : 0 });
  const chances = (model: LinearModel, { features }: Example) => sums(model, scaled(model, features)).map(chance);
  switch (type) {
    case ModelType.SINGLE_LABEL_CLASSIFICATION:
      return {
        outputs: tags.length,
        targets: (example) => tags.map((tag) => yes(example.tags.includes(tag))),
        right(model, example) {
          const all = chances(model, example);
          return example.tags.includes(tags[all.indexOf(Math.max(...all))] ?? '');
        },
      };
    case ModelType.MULTI_LABEL_CLASSIFICATION:
      return {
        outputs: tags.length,
        targets: (example) => tags.map((tag) => yes(example.tags.includes(tag))),
        right: (model, example) =>
          chances(model, example).every((value, index) => value > 0.5 === example.tags.includes(tags[index] ?? '')),
      };
    case ModelType.OBJECT_DETECTION:
      return {
        // Of each tag: whether it is there, and where (x, y, width, height).
        outputs: tags.length * (1 + boxNumbers),
        targets: ({ boxes }) =>
          tags.flatMap((tag) => {
            const box = boxes.find((one) => one.tag === tag)?.box;
            const where = Array.from({ length: boxNumbers }, (_, index) => box?.[index]);
            return [yes(box !== undefined), ...where.map((value): Target => ({ kind: 'number', value }))];
          }),
        right: (model, { features, boxes }) => {
          const all = sums(model, scaled(model, features));
          return tags.every((tag, index) => {
            const [there = 0, ...found] = all.slice(index * (1 + boxNumbers), (index + 1) * (1 + boxNumbers));
            const box = boxes.find((one) => one.tag === tag)?.box;
            if (box === undefined || chance(there) <= 0.5) return box === undefined && chance(there) <= 0.5;
            return overlap(box, found) >= enough;
          });
        },
      };
    default:
      throw new Error(`no model of type ${type} can be trained here`);
  }
}

/** The area that both cover, in relation to the one that either covers. */
export function overlap(one: readonly number[], other: readonly number[]): number {
  const [x1 = 0, y1 = 0, w1 = 0, h1 = 0] = one;
  const [x2 = 0, y2 = 0, w2 = 0, h2 = 0] = other;
  const width = Math.min(x1 + w1, x2 + w2) - Math.max(x1, x2);
  const height = Math.min(y1 + h1, y2 + h2) - Math.max(y1, y2);
  if (width <= 0 || height <= 0) return 0;
  const both = width * height;
  return both / (w1 * h1 + Math.max(0, w2) * Math.max(0, h2) - both);
}
