import { api } from './api.ts';
import { Configure } from './configure.tsx';
import { useDeed } from './hooks.ts';
import { Field, Form, Remove, Table } from './parts.tsx';
import type { Overview } from './types.ts';

type Props = { readonly overview: Overview; readonly id: string | undefined; readonly refresh: () => Promise<void> };

export function Fragments({ overview, id, refresh }: Props) {
  const { act, ...deed } = useDeed();
  const fragment = overview.fragments.find((one) => one.id === id);
  if (fragment !== undefined) {
    return (
      <>
        <h1>Fragment {fragment.name}</h1>
        <p>
          Its id, for phones and defaults files: <code>{fragment.id}</code>
        </p>
        <Configure
          key={fragment.id}
          path={`/fragments/${encodeURIComponent(fragment.id)}/configuration`}
          saved={fragment.configuration}
          change={refresh}
        />
      </>
    );
  }
  const send = (values: FormData) =>
    act(async () => {
      const given = String(values.get('id')).trim();
      await api('/fragments', { body: { name: values.get('name'), ...(given === '' ? {} : { id: given }) } });
      await refresh();
    });
  return (
    <>
      <h1>Fragments</h1>
      <p>A machine that reports the id of a fragment gets its configuration, with the machine’s own on top.</p>
      <Table
        caption="Fragments of this cloud"
        head={['Name', 'Id', 'Action']}
        empty="No fragment yet."
        rows={overview.fragments.map(({ id, name }) => ({
          key: id,
          cells: [
            <a key="name" href={`#/fragments/${encodeURIComponent(id)}`}>
              {name}
            </a>,
            <code key="id">{id}</code>,
            <Remove
              key="remove"
              what={name}
              remove={() =>
                act(async () => {
                  await api(`/fragments/${encodeURIComponent(id)}`, { method: 'DELETE' });
                  await refresh();
                })
              }
            />,
          ],
        }))}
      />
      <Form title="Add a fragment" button="Add" send={send} {...deed}>
        <Field label="Name" name="name" />
        <Field label="Id" name="id" required={false} hint="Empty: a new one" />
      </Form>
    </>
  );
}
