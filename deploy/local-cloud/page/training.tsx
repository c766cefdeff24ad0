import { api, training } from './api.ts';
import { useCloud, useDeed } from './hooks.ts';
import { JobLog } from './job-log.tsx';
import { ago, Failure, Field, Form, Remove, size, Table } from './parts.tsx';
import { SubmitJob } from './submit-job.tsx';
import type { JobView, Overview } from './types.ts';

type Props = { readonly overview: Overview; readonly id: string | undefined; readonly refresh: () => Promise<void> };

const statusOf = ({ status = '' }: JobView): string =>
  status.replace('TRAINING_STATUS_', '').toLowerCase().replace('_', ' ');
const isOver = (job: JobView): boolean => ['completed', 'failed', 'canceled'].includes(statusOf(job));

export function Training({ overview, id, refresh }: Props) {
  const { organization, now } = overview;
  const read = async () =>
    (await training<{ jobs?: JobView[] }>('ListTrainingJobs', { organizationId: organization })).jobs ?? [];
  const { value: jobs = [], error, refresh: again } = useCloud(read, 2000, organization);
  const { act, ...deed } = useDeed();
  const doIt = (method: string, body: object) =>
    act(async () => {
      await training(method, body);
      await again();
    });
  const add = (values: FormData) =>
    act(async () => {
      const query = new URLSearchParams({ name: String(values.get('name')).trim() });
      await api(`/datasets?${query}`, { file: values.get('file') as File });
      await refresh();
    });
  const open = jobs.find((job) => job.id === id);
  return (
    <>
      <h1>Training</h1>
      <Failure text={error || deed.error} />
      <Table
        caption="Training jobs"
        head={['Model', 'Status', 'Kind', 'Begun', 'Action']}
        empty="No job yet."
        rows={jobs.map((job) => ({
          key: job.id,
          cells: [
            <a key="model" href={`#/training/${job.id}`}>
              {job.modelName} {job.modelVersion}
            </a>,
            <span key="status" class={`status ${statusOf(job).replace(' ', '-')}`}>
              {statusOf(job)}
            </span>,
            job.isCustomJob ? `${job.registryItemId} ${job.registryItemVersion}` : (job.tags ?? []).join(', '),
            job.trainingStarted === undefined ? 'not yet' : ago(now, Date.parse(job.trainingStarted)),
            isOver(job) ? (
              <Remove
                key="remove"
                what={`${job.modelName} ${job.modelVersion}`}
                remove={() => doIt('DeleteCompletedTrainingJob', { id: job.id })}
              />
            ) : (
              <button
                key="cancel"
                type="button"
                class="quiet"
                aria-label={`Cancel ${job.modelName} ${job.modelVersion}`}
                onClick={() => doIt('CancelTrainingJob', { id: job.id })}
              >
                Cancel
              </button>
            ),
          ],
        }))}
      />
      {open === undefined ? null : <JobLog key={open.id} job={open} />}
      <SubmitJob overview={overview} done={again} />
      <Form title="Add a data set" button="Upload" send={add} {...deed} error="">
        <Field label="Name" name="name" />
        <Field label="File of JSON lines" name="file" type="file" hint="One example in each line" />
      </Form>
      <Table
        caption="Data sets"
        head={['Data set', 'Id', 'Size']}
        empty="No data set yet."
        rows={overview.datasets.map(({ id, name, size: bytes }) => ({
          key: id,
          cells: [name, <code key="id">{id}</code>, size(bytes)],
        }))}
      />
    </>
  );
}
