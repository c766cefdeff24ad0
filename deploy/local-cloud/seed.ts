import { Readable } from 'node:stream';
import type { Store } from './store/store.ts';

/** Colours by their parts of red, green and blue, with the names that people would give them. */
const colours: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [200, 40, 40],
  green: [40, 170, 60],
  blue: [40, 60, 200],
  yellow: [220, 210, 50],
};
const samples = 400;

/** An example script of the registry, which needs nothing but a shell. */
const averageScript = `#!/bin/sh
# The mean of the first feature of all examples, as a model.
set -eu
for argument; do
    case "$argument" in
        --dataset_file=*) data=\${argument#*=} ;;
        --model_output_directory=*) output=\${argument#*=} ;;
    esac
done
echo "reading $(wc -l <"$data") examples"
sed -n 's/.*"features":\\[\\([-0-9.]*\\).*/\\1/p' "$data" |
    awk '{ sum += $1 } END { if (NR == 0) exit 1; printf "{\\"mean\\":%.3f}\\n", sum / NR }' >"$output/model.json"
echo "100 %"
`;

/** What a new cloud begins with, so that the first training job is three words away. */
export async function seed(store: Store): Promise<void> {
  if (store.datasets.list().length === 0) {
    await store.datasets.add('colours', Readable.from([Buffer.from(colourExamples())]));
  }
  if (store.registry.list().length === 0) {
    store.registry.add({ item: 'local:average', version: '1', file: 'average.sh', content: averageScript });
  }
}

/** The same every time: a fixed sequence stands for chance (Lehmer's generator). */
function colourExamples(): string {
  let state = 42;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const names = Object.keys(colours);
  return Array.from({ length: samples }, () => {
    const name = names[Math.floor(random() * names.length)] as string;
    const features = (colours[name] as readonly number[]).map((part) => Math.round(part + (random() - 0.5) * 50));
    const [x, y] = features.map((part) => part / 4) as [number, number];
    return `${JSON.stringify({ features, tags: [name], boxes: [{ tag: name, box: [x, y, 20, 20] }] })}\n`;
  }).join('');
}
