import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { containerFor } from './containers.ts';
import type { Command } from './process.ts';

const trainer = fileURLToPath(new URL('trainer.ts', import.meta.url));

export const folderOf = (store: Store, job: Pick<Job, 'id'>): string => join(store.folder, 'jobs', job.id);
export const outputOf = (store: Store, job: Pick<Job, 'id'>): string => join(folderOf(store, job), 'output');

/**
 * A fresh folder with all that a job needs, and the command that runs it. The script gets `--dataset_file` and
 * `--model_output_directory`, as training scripts of the public registry do.
 */
export async function prepare(store: Store, job: Job): Promise<Command> {
  const folder = folderOf(store, job);
  const output = outputOf(store, job);
  await rm(folder, { recursive: true, force: true });
  await mkdir(output, { recursive: true, mode: 0o700 });
  const { datasetId, custom, modelName, modelVersion, modelType, tags } = job.submission;
  const data = join(folder, 'dataset.jsonl');
  // A copy: the data set may be removed, and a script may write into it.
  await copyFile(store.datasets.file(datasetId), data);
  const shared = [`--dataset_file=${data}`, `--model_output_directory=${output}`];
  const around = {
    folder,
    environment: {
      // Nothing of this process: its environment may hold keys.
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...{ HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1' },
      ...{ TRAINING_JOB_ID: job.id, MODEL_NAME: modelName, MODEL_VERSION: modelVersion },
    },
  };
  if (custom === undefined) {
    const own = [`--model_type=${modelType}`, ...tags.map((tag) => `--tag=${tag}`)];
    return { ...around, program: process.execPath, arguments: [trainer, ...shared, ...own] };
  }
  const script = store.registry.get(custom.item, custom.version);
  if (script === undefined) throw new Error(`there is no version ${custom.version} of ${custom.item} any more`);
  const file = join(folder, script.file);
  await writeFile(file, script.content, { mode: 0o600, flag: 'wx' });
  const given = [...shared, ...Object.entries(custom.arguments).map(([name, value]) => `--${name}=${value}`)];
  if (custom.container === '' && script.content.startsWith('#!')) {
    await chmod(file, 0o700);
    return { ...around, program: file, arguments: given };
  }
  const { program } = containerFor(script.file, custom.container);
  return { ...around, program, arguments: [file, ...given] };
}
