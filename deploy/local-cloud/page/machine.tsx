import { api } from './api.ts';
import { Configure } from './configure.tsx';
import { useCloud } from './hooks.ts';
import { Logs } from './logs.tsx';
import { Failure } from './parts.tsx';
import { Status } from './status.tsx';
import type { MachineView } from './types.ts';

type Props = { readonly id: string; readonly tab: string; readonly refresh: () => Promise<void> };

const tabs = { configure: 'Configure', logs: 'Logs', status: 'Status' };

export function MachinePage({ id, tab, refresh }: Props) {
  const read = () => api<MachineView>(`/machines/${encodeURIComponent(id)}`);
  const { value: machine, error, refresh: again } = useCloud(read, 2000, id);
  if (machine === undefined) {
    return (
      <>
        <h1>Machine</h1>
        <Failure text={error} />
      </>
    );
  }
  const change = async () => {
    await again();
    await refresh();
  };
  return (
    <>
      <h1>{machine.name}</h1>
      <nav class="tabs" aria-label="Machine">
        {Object.entries(tabs).map(([name, text]) => (
          <a key={name} href={`#/machines/${id}/${name}`} aria-current={tab === name ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <Failure text={error} />
      {tab === 'logs' ? (
        <Logs id={id} />
      ) : tab === 'status' ? (
        <Status machine={machine} change={change} />
      ) : (
        <Configure
          path={`/machines/${encodeURIComponent(id)}/configuration`}
          saved={machine.configuration}
          change={change}
        />
      )}
    </>
  );
}
