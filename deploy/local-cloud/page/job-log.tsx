import { useEffect, useState } from 'preact/hooks';
import { training } from './api.ts';
import type { JobView } from './types.ts';

type Line = { readonly level?: string; readonly message?: string; readonly time?: string };
const every = 1000;

/** What a job has written, page by page, and then what it goes on to write. */
export function JobLog({ job }: { readonly job: JobView }) {
  const { id, modelName, modelVersion, errorStatus } = job;
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pageToken: string | undefined;
    const look = async () => {
      const answer = await training<{ logs?: Line[]; nextPageToken?: string }>('GetTrainingJobLogs', {
        id,
        ...(pageToken === undefined ? {} : { pageToken }),
      }).catch(() => undefined);
      if (over) return;
      pageToken = answer?.nextPageToken ?? pageToken;
      const { logs = [] } = answer ?? {};
      if (logs.length > 0) setLines((former) => [...former, ...logs]);
      timer = setTimeout(look, every);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [id]);
  return (
    <section class="panel" aria-label="The job’s log">
      <h2>
        {modelName} {modelVersion}
      </h2>
      <p>
        Job <code>{id}</code>
      </p>
      {errorStatus?.message === undefined ? null : <p class="failure">{errorStatus.message}</p>}
      {lines.length === 0 ? (
        <p class="empty">It has written nothing yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <ol class="log" tabIndex={0} aria-label="Lines, newest last">
          {lines.map(({ level, message, time }, index) => (
            <li key={index} class={level}>
              <time dateTime={time}>{time === undefined ? '' : new Date(time).toLocaleTimeString()}</time>{' '}
              <span>{message}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
