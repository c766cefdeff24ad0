import type { MakeTransport, TrainingClient } from '../client.ts';
import { TrainingError } from '../errors.ts';
import { createTrainingClient } from '../node.ts';
import { isOver, TrainingStatus } from '../words.ts';
import { type Request, readArguments } from './arguments.ts';
import { help } from './help.ts';
import { jobJson, jobsTable, jobText, logText, statusText } from './tables.ts';
import { bar, beginning, logsAfter, pause, percentIn, watchJob } from './watch.ts';

export type TrainingSurroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly signal: AbortSignal;
  /** The usual one unless it is a test's. */
  readonly transport?: MakeTransport;
};

/** @returns 0 well; 1 it failed, or a watched job did; 2 the command line was not understood */
export async function runTraining(args: readonly string[], around: TrainingSurroundings): Promise<number> {
  const { env, print, complain, signal } = around;
  const reading = readArguments(args, env);
  if (reading === 'help') {
    print(help);
    return 0;
  }
  const { API_KEY_ID: authEntity, API_KEY: payload } = env;
  const missing = authEntity && payload ? undefined : 'API_KEY_ID and API_KEY have to be set';
  const problem = 'problem' in reading ? reading.problem : missing;
  if (problem !== undefined || !('request' in reading)) {
    complain(`machine-agent train: ${problem}\nTry machine-agent train --help.\n`);
    return 2;
  }
  const { request } = reading;
  try {
    const client = createTrainingClient({
      serviceHost: request.host,
      credentials: { type: 'api-key', authEntity: authEntity ?? '', payload: payload ?? '' },
      ...(around.transport === undefined ? {} : { transport: around.transport }),
    });
    return await act(request, client, around);
  } catch (error) {
    if (!(error instanceof TrainingError)) throw error;
    if (signal.aborted) return 130;
    complain(request.json ? `${JSON.stringify({ error: error.code, message: error.message })}\n` : textOf(error));
    return error.code === 'invalid-argument' ? 2 : 1;
  }
}

const textOf = ({ code, message }: TrainingError): string => `machine-agent train: ${message} (${code})\n`;

async function act(request: Request, client: TrainingClient, around: TrainingSurroundings): Promise<number> {
  const { print, signal } = around;
  const { json, watch } = request;
  const options = { signal };
  switch (request.call) {
    case 'submit':
    case 'submit-custom': {
      const id = await submit(request, client, signal);
      print(json ? `${JSON.stringify({ id })}\n` : `${id}\n`);
      return watch ? follow(id, client, request, around) : 0;
    }
    case 'get': {
      if (watch) return follow(request.id, client, request, around);
      const job = await client.getTrainingJob(request.id, options);
      if (job === undefined) throw new TrainingError('not-found', 'the cloud has no record of this job');
      print(json ? `${JSON.stringify(jobJson(job), undefined, 2)}\n` : jobText(job));
      return 0;
    }
    case 'list':
      return list(request, client, around);
    case 'cancel':
      await client.cancelTrainingJob(request.id, options);
      print(json ? '{}\n' : 'cancelling\n');
      return watch ? follow(request.id, client, request, around) : 0;
    case 'delete':
      await client.deleteCompletedTrainingJob(request.id, options);
      print(json ? '{}\n' : 'deleted\n');
      return 0;
    case 'logs':
      return logs(request, client, around);
  }
}

function submit(
  request: Extract<Request, { call: 'submit' | 'submit-custom' }>,
  client: TrainingClient,
  signal: AbortSignal,
): Promise<string> {
  const { organization, dataset, model, version } = request;
  if (request.call === 'submit') {
    const { type, tags, framework } = request;
    const more = { modelFramework: framework, signal };
    return client.submitTrainingJob(organization, dataset, model, version, type, tags, more);
  }
  const { item, itemVersion, container } = request;
  const more = { arguments: request.arguments, containerVersion: container, signal };
  return client.submitCustomTrainingJob(organization, dataset, item, itemVersion, model, version, more);
}

/** One line for each change, until the job has ended. */
async function follow(
  id: string,
  client: TrainingClient,
  { json }: Request,
  { print, signal }: TrainingSurroundings,
): Promise<number> {
  let shown = '';
  const last = await watchJob(
    client,
    id,
    ({ job, lastLine }) => {
      const percent = percentIn(lastLine);
      const progress = percent === undefined || isOver(job.status) ? '' : `  ${bar(percent)}`;
      const error = job.errorStatus === undefined ? '' : `: ${job.errorStatus.message}`;
      const state = { ...jobJson(job), ...(percent === undefined ? {} : { percent }) };
      const line = json ? JSON.stringify(state) : `${statusText(job.status)}${progress}${error}`;
      if (line !== shown) print(`${line}\n`);
      shown = line;
    },
    signal,
  );
  if (signal.aborted) return 130;
  return last?.status === TrainingStatus.COMPLETED ? 0 : 1;
}

async function list(
  { organization, status, json, watch }: Extract<Request, { call: 'list' }>,
  client: TrainingClient,
  { print, signal }: TrainingSurroundings,
): Promise<number> {
  let shown = '';
  while (true) {
    const jobs = await client.listTrainingJobs(organization, status, { signal });
    const text = json ? `${JSON.stringify(jobs.map(jobJson), undefined, watch ? 0 : 2)}\n` : jobsTable(jobs);
    if (text !== shown) print(shown === '' || json ? text : `\n${text}`);
    shown = text;
    if (!watch) return 0;
    await pause(signal);
    if (signal.aborted) return 130;
  }
}

async function logs(
  { id, json, watch }: Extract<Request, { readonly id: string }>,
  client: TrainingClient,
  { print, signal }: TrainingSurroundings,
): Promise<number> {
  let position = beginning;
  while (true) {
    // Looked at first: what is written before the end is read after it.
    const job = watch ? await client.getTrainingJob(id, { signal }) : undefined;
    const take = (entry: Parameters<typeof logText>[0]) => print(json ? `${JSON.stringify(entry)}\n` : logText(entry));
    position = await logsAfter(client, id, position, take, signal);
    if (job === undefined) return 0;
    if (isOver(job.status)) return job.status === TrainingStatus.COMPLETED ? 0 : 1;
    await pause(signal);
    if (signal.aborted) return 130;
  }
}
