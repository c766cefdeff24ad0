import type { Configuration } from './configuration.ts';
import { readBounded, writeWhole } from './files.ts';
import { readJsonc } from './jsonc.ts';
import { type Layer, layerFromText } from './layers.ts';
import type { Keeping } from './session/session.ts';

const longestFile = 64 * 1024;

/** The settings that were given on the spot, by phone: above the maker's defaults, below the cloud's. */
export async function provisionedLayer(path: string): Promise<Layer> {
  const content = await readBounded(path, longestFile);
  if (content === undefined) return { name: 'provisioned', value: {} };
  const layer = layerFromText('provisioned', content);
  const { extra: _extra, ...settings } = Object(layer.value) as Record<string, unknown>;
  return { ...layer, value: layer.value === undefined ? undefined : settings };
}

/** What people answered to the maker's questions, by the questions' names. @throws FileError */
export async function provisionedAnswers(path: string): Promise<Readonly<Record<string, string>>> {
  const content = await readBounded(path, longestFile);
  const { extra } = Object(content === undefined ? {} : readJsonc(content).value) as { readonly extra?: object };
  return Object.fromEntries(
    Object.entries(extra ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Writes a fragment and the answers to the maker's questions whole, and puts them in force. What is not given again
 * stays as it was.
 */
export function provisionedKeeper(path: string, configuration: Configuration): Keeping['writeProvisioned'] {
  return async ({ fragmentId, extra }) => {
    const network = configuration.current.network_configuration;
    const value = { network_configuration: { fragment_id: fragmentId ?? network.fragment_id ?? '' } };
    const answers = Object.keys(extra).length > 0 ? extra : await provisionedAnswers(path).catch(() => ({}));
    await writeWhole(path, `${JSON.stringify({ ...value, extra: answers }, undefined, 2)}\n`, { mode: 0o600 });
    configuration.set({ name: 'provisioned', value });
  };
}
