import * as z from 'zod';
import type { Disk } from '../disk.ts';
import { errorText } from '../errors.ts';
import { FileError, readBounded, setAside, writeWhole } from '../files.ts';
import { type Layer, layerFromText } from '../layers.ts';
import type { Log } from '../logging.ts';
import { cloudLimits } from './limits.ts';
import { type Wishes, wishesShape } from './wishes.ts';

/** Whose settings these are: those of another owner are not used. */
export type Machine = { readonly appAddress: string; readonly id: string };

/** What the cloud said last, as it is kept: the sections of the settings as they came, and beside them a member of ours. */
export type Cached = {
  readonly machine: Machine | undefined;
  readonly wishes: Wishes;
  readonly layer: Layer;
  /** Of the layer, as `JSON.stringify` writes it. */
  readonly text: string;
};

const own = z.object({
  app_address: z.string().max(1024),
  id: z.string().max(1024),
  wishes: wishesShape.catch({}),
});

/** The settings in the file, without what is ours in it. */
export function cachedLayer(content: string | Uint8Array): Layer {
  const layer = layerFromText('cloud', content);
  if (!isObject(layer.value)) return layer;
  const { cloud: _cloud, ...sections } = layer.value;
  return { ...layer, value: sections };
}

/**
 * What was kept; `undefined`: nothing, or nothing that can be used. A damaged file is set aside; one that cannot be read at
 * all may be good, and stays.
 */
export async function readCache(path: string, log: Log, disk?: Disk): Promise<Cached | undefined> {
  try {
    const content = await readBounded(path, cloudLimits.cacheBytes);
    if (content === undefined) return undefined;
    const { value } = layerFromText('cloud', content);
    const layer = cachedLayer(content);
    if (isObject(value) && isObject(layer.value)) {
      const parsed = own.safeParse(value['cloud']);
      const text = JSON.stringify(layer.value);
      if (!parsed.success) return { machine: undefined, wishes: {}, layer, text };
      const { app_address, id, wishes } = parsed.data;
      return { machine: { appAddress: app_address, id }, wishes, layer, text };
    }
  } catch (error) {
    log.warn({ err: error, path }, 'the settings kept from the cloud cannot be read');
    if (!(error instanceof FileError && error.code === 'too-large')) return undefined;
  }
  await setAside(path, disk === undefined ? {} : { disk }).then(
    (aside) => log.warn({ path, aside }, 'the settings kept from the cloud are damaged and were set aside'),
    (error: unknown) => log.warn({ path, reason: errorText(error) }, 'the damaged settings cannot be set aside'),
  );
  return undefined;
}

/** @throws FileError and what was kept is as it was */
export async function writeCache(
  path: string,
  { machine, wishes, text }: { readonly machine: Machine; readonly wishes: Wishes; readonly text: string },
  disk?: Disk,
): Promise<void> {
  const cloud = { app_address: machine.appAddress, id: machine.id, wishes };
  const content = `${JSON.stringify({ cloud, ...(JSON.parse(text) as object) })}\n`;
  await writeWhole(path, content, { mode: 0o600, ...(disk === undefined ? {} : { disk }) });
}

export const sameMachine = (one: Machine | undefined, other: Machine | undefined): boolean =>
  one?.id === other?.id && one?.appAddress === other?.appAddress;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
