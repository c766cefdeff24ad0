import type { TrainingJob, TrainingLogEntry } from '../job.ts';
import { ModelFramework, ModelType, nameOf, TrainingStatus } from '../words.ts';

/** `IN_PROGRESS` → `in progress`. */
export const statusText = (status: number): string => nameOf(TrainingStatus, status).toLowerCase().replaceAll('_', ' ');

/** What others have written may hold what moves a terminal's cursor. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '·');

const time = (date: Date | undefined): string =>
  date === undefined ? '-' : date.toISOString().replace(/\.\d+Z$/, 'Z');

/** Columns as wide as their longest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows.map((row) => row.map(plain))];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

export const jobsTable = (jobs: readonly TrainingJob[]): string =>
  jobs.length === 0
    ? 'no jobs\n'
    : table(
        ['ID', 'STATUS', 'MODEL', 'VERSION', 'KIND', 'CREATED'],
        jobs.map((job) => [
          ...[job.id, statusText(job.status), job.modelName, job.modelVersion],
          job.isCustomJob
            ? `${job.registryItemId} ${job.registryItemVersion}`
            : nameOf(ModelType, job.modelType).toLowerCase(),
          time(job.createdOn),
        ]),
      );

export function jobText(job: TrainingJob): string {
  const lines: readonly (readonly [string, string])[] = [
    ['id', job.id],
    ['status', statusText(job.status)],
    ['model', `${job.modelName} ${job.modelVersion}`],
    ['data set', job.datasetId],
    ...(job.isCustomJob
      ? ([
          ['script', `${job.registryItemId} ${job.registryItemVersion}`],
          [
            'arguments',
            Object.entries(job.arguments)
              .map(([name, value]) => `${name}=${value}`)
              .join(' ') || '-',
          ],
        ] as const)
      : ([
          ['type', nameOf(ModelType, job.modelType).toLowerCase()],
          ['framework', nameOf(ModelFramework, job.modelFramework).toLowerCase()],
          ['labels', job.tags.join(', ')],
        ] as const)),
    ['created', time(job.createdOn)],
    ['started', time(job.trainingStarted)],
    ['ended', time(job.trainingEnded)],
    ...(job.errorStatus === undefined ? [] : ([['error', job.errorStatus.message]] as const)),
  ];
  return lines.map(([name, value]) => `${name.padEnd(10)} ${plain(value)}\n`).join('');
}

export const logText = ({ time: at, level, message }: TrainingLogEntry): string =>
  `${time(at)} ${plain(level).padEnd(5)} ${plain(message)}\n`;

/** For programs: the enumerations by their names, so that nobody has to know the numbers. */
export const jobJson = (job: TrainingJob): object => ({
  ...job,
  status: nameOf(TrainingStatus, job.status),
  modelType: nameOf(ModelType, job.modelType),
  modelFramework: nameOf(ModelFramework, job.modelFramework),
});
