/** One line of a data set. */
export type Example = {
  readonly features: readonly number[];
  readonly tags: readonly string[];
  readonly boxes: readonly { readonly tag: string; readonly box: readonly number[] }[];
};

/** `outputs[k] = bias[k] + Σ weights[k][i] · (features[i] − mean[i]) / scale[i]`. */
export type LinearModel = {
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly weights: number[][];
  readonly bias: number[];
};

/** What one output should be, and how it is made from its sum. `undefined`: it does not matter in this example. */
export type Target = { readonly kind: 'chance' | 'number'; readonly value: number | undefined };

/** From a sum to the probability of a yes (logistic function). */
export const chance = (sum: number): number => 1 / (1 + Math.exp(-sum));

/** Each feature gets mean 0 and deviation 1, so that one rate of learning fits all of them. */
export function emptyModel(examples: readonly Example[], outputs: number): LinearModel {
  const width = examples[0]?.features.length ?? 0;
  const column = (index: number) => examples.map(({ features }) => features[index] ?? 0);
  const mean = Array.from({ length: width }, (_, index) => average(column(index)));
  const scale = mean.map((middle, index) => {
    const deviation = Math.sqrt(average(column(index).map((value) => (value - middle) ** 2)));
    return deviation > 1e-9 ? deviation : 1;
  });
  const weights = Array.from({ length: outputs }, () => new Array<number>(width).fill(0));
  return { mean, scale, weights, bias: new Array<number>(outputs).fill(0) };
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export const scaled = ({ mean, scale }: LinearModel, features: readonly number[]): number[] =>
  mean.map((middle, index) => ((features[index] ?? 0) - middle) / (scale[index] ?? 1));

export const sums = ({ weights, bias }: LinearModel, inputs: readonly number[]): number[] =>
  weights.map((row, output) =>
    row.reduce((sum, weight, index) => sum + weight * (inputs[index] ?? 0), bias[output] ?? 0),
  );

/** One step of stochastic gradient descent; logistic and squared loss have the same gradient in the sum. */
export function learn(model: LinearModel, inputs: readonly number[], targets: readonly Target[], rate: number): void {
  for (const [output, sum] of sums(model, inputs).entries()) {
    const { kind, value } = targets[output] ?? { kind: 'number', value: undefined };
    if (value === undefined) continue;
    const step = rate * ((kind === 'chance' ? chance(sum) : sum) - value);
    const row = model.weights[output] ?? [];
    for (const [index, input] of inputs.entries()) row[index] = (row[index] ?? 0) - step * input;
    model.bias[output] = (model.bias[output] ?? 0) - step;
  }
}
