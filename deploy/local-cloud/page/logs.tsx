import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from './api.ts';
import { Failure } from './parts.tsx';
import type { KeptRecord, Severity } from './types.ts';

const levels: readonly Severity[] = ['debug', 'info', 'warn', 'error', 'fatal'];
/** Records on the page; older ones go. */
const most = 2000;
const every = 1000;

/** The log, live: new records come in at the end while the page is open. */
export function Logs({ id }: { readonly id: string }) {
  const [level, setLevel] = useState<Severity>('info');
  const [search, setSearch] = useState('');
  const [records, setRecords] = useState<readonly KeptRecord[] | undefined>(undefined);
  const [error, setError] = useState('');
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    setRecords(undefined);
    let last: number | undefined;
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const query = new URLSearchParams({ level, search, ...(last === undefined ? {} : { after: String(last) }) });
      try {
        const answer = await api<{ records: KeptRecord[] }>(`/machines/${encodeURIComponent(id)}/logs?${query}`);
        if (over) return;
        last = answer.records.at(-1)?.id ?? last ?? 0;
        setRecords((former = []) =>
          answer.records.length === 0 ? former : [...former, ...answer.records].slice(-most),
        );
        setError('');
      } catch (thrown) {
        setError(thrown instanceof Error ? thrown.message : String(thrown));
      }
      if (!over) timer = setTimeout(look, every);
    };
    // Somebody may still be typing.
    timer = setTimeout(look, 200);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [id, level, search]);

  // Stays at the end for whoever is there, and where it is for whoever reads further up.
  useEffect(() => {
    const box = list.current;
    if (box !== null && box.scrollHeight - box.scrollTop - box.clientHeight < 200) box.scrollTop = box.scrollHeight;
  }, [records]);

  return (
    <section aria-label="Log">
      <div class="row">
        <label>
          At least{' '}
          <select value={level} onChange={(event) => setLevel(event.currentTarget.value as Severity)}>
            {levels.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label class="grow">
          Search{' '}
          <input
            type="search"
            value={search}
            maxLength={200}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </label>
      </div>
      <Failure text={error} />
      {records === undefined || records.length === 0 ? (
        <p class="empty">{records === undefined ? 'Loading …' : 'Nothing here yet.'}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <ol class="log" ref={list} tabIndex={0} aria-label="Records, newest last">
          {records.map((record) => (
            <Line key={record.id} {...record} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Line({ time, level, logger, message, fields }: KeptRecord) {
  const moment = new Date(time);
  return (
    <li class={level}>
      <time dateTime={moment.toISOString()}>{moment.toLocaleTimeString()}</time> <b>{level}</b> <i>{logger}</i>{' '}
      <span>{message}</span>{' '}
      {Object.entries(fields).map(([name, value]) => (
        <small key={name}>
          {name}: {value}{' '}
        </small>
      ))}
    </li>
  );
}
