import { cachedLayer } from './cloud/cache.ts';
import { errorText } from './errors.ts';
import { readBounded } from './files.ts';
import { type Layer, layerFromText } from './layers.ts';
import type { Paths } from './paths.ts';
import { provisionedLayer } from './provisioned.ts';

const longestFile = 2 * 1024 * 1024;

/** The settings' layers as they are on the disk, lowest first. A file that cannot be read is reported and left out. */
export async function readLayers(
  paths: Pick<Paths, 'defaults' | 'provisioned' | 'cloudCache'>,
  failed: (path: string, text: string) => void,
): Promise<readonly Layer[]> {
  const fromFile = async (name: 'defaults' | 'cloud', path: string): Promise<Layer | undefined> => {
    const content = await readBounded(path, longestFile);
    if (content === undefined) return undefined;
    return name === 'cloud' ? cachedLayer(content) : layerFromText(name, content);
  };
  const read = [
    [paths.defaults, fromFile('defaults', paths.defaults)],
    [paths.provisioned, provisionedLayer(paths.provisioned)],
    [paths.cloudCache, fromFile('cloud', paths.cloudCache)],
  ] as const;
  const layers: Layer[] = [];
  for (const [path, reading] of read) {
    const layer = await reading.catch((error: unknown) => {
      failed(path, errorText(error));
      return undefined;
    });
    if (layer !== undefined) layers.push(layer);
  }
  return layers;
}
