import { stat } from 'node:fs/promises';
import { setInVain } from './applied.ts';
import { type CheckedFile, checkReport, isWrong } from './check-report.ts';
import { cachedLayer } from './cloud/cache.ts';
import { credentialsFrom } from './cloud/credentials.ts';
import { errorText } from './errors.ts';
import { readBounded } from './files.ts';
import { type Layer, layerFromText } from './layers.ts';
import type { Paths } from './paths.ts';
import { readSettings } from './settings.ts';

const longestFile = 1024 * 1024;

export type CheckResult = { readonly text: string; readonly wrong: boolean };

/** Reads everything that the agent would read at its start, changes nothing, and says what would hold. */
export async function check(paths: Paths): Promise<CheckResult> {
  const credentials = await checkCredentials(paths.credentials);
  const read = await Promise.all([
    checkLayer('defaults', paths.defaults),
    checkLayer('provisioned', paths.provisioned),
    checkLayer('cloud', paths.cloudCache),
  ]);
  const files = [credentials, ...read.map(({ file }) => file)];
  const settled = readSettings(read.flatMap(({ layer }) => layer ?? []));
  const text = checkReport(files, settled, setInVain(settled.origins));
  return { text, wrong: isWrong(files, settled.problems) };
}

async function checkLayer(
  what: 'defaults' | 'provisioned' | 'cloud',
  path: string,
): Promise<{ readonly file: CheckedFile; readonly layer?: Layer }> {
  const { content, file } = await contentOf(what, path);
  if (content === undefined) return { file };
  const layer = what === 'cloud' ? cachedLayer(content) : layerFromText(what, content);
  const { problems = [] } = layer;
  const found =
    layer.value === undefined ? 'not readable' : `${problems.length === 0 ? 'read' : 'read, with problems'}`;
  return { layer, file: { what, path, found, problem: undefined } };
}

async function checkCredentials(path: string): Promise<CheckedFile> {
  const { content, file } = await contentOf('credentials', path);
  if (content === undefined) return file;
  const { credentials, problem } = credentialsFrom(content);
  if (problem !== undefined) return { ...file, found: 'not usable', problem };
  const kind = credentials.apiKey === undefined ? 'secret' : 'API key';
  const found = `machine ${credentials.id} at ${credentials.appAddress}, with its ${kind}`;
  const mode = (await stat(path)).mode & 0o777;
  const open = (mode & 0o077) !== 0 && process.platform !== 'win32';
  return {
    ...file,
    found,
    problem: open ? `others may read it (mode 0${mode.toString(8)}); chmod 600 ${path}` : undefined,
  };
}

async function contentOf(what: CheckedFile['what'], path: string) {
  try {
    const content = await readBounded(path, longestFile);
    return { content, file: { what, path, found: content === undefined ? 'none' : 'read', problem: undefined } };
  } catch (error) {
    return { content: undefined, file: { what, path, found: 'not readable', problem: errorText(error) } };
  }
}
