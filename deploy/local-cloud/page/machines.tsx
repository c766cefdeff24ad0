import { api } from './api.ts';
import { useDeed } from './hooks.ts';
import { ago, Field, Form, Table } from './parts.tsx';
import type { Overview } from './types.ts';

type Props = { readonly overview: Overview; readonly refresh: () => Promise<void> };

export function Machines({ overview, refresh }: Props) {
  const { act, ...deed } = useDeed();
  const { now, machines } = overview;
  const send = (values: FormData) =>
    act(async () => {
      const { id } = await api<{ id: string }>('/machines', { body: { name: values.get('name') } });
      await refresh();
      location.hash = `#/machines/${id}/status`;
    });
  return (
    <>
      <h1>Machines</h1>
      <Table
        caption="Machines of this cloud"
        head={['Name', 'Seen', 'Agent', 'Problems']}
        empty="No machine yet. Add one, download its credentials, and give them to the machine: by phone, or as /etc/machine.json."
        rows={machines.map(({ id, name, seen, agentVersion, problems }) => ({
          key: id,
          cells: [
            <a key="name" href={`#/machines/${id}/configure`}>
              {name}
            </a>,
            ago(now, seen),
            agentVersion || '—',
            problems === 0 ? 'none' : <strong key="problems">{problems}</strong>,
          ],
        }))}
      />
      <Form title="Add a machine" button="Add" send={send} {...deed}>
        <Field label="Name" name="name" />
      </Form>
    </>
  );
}
