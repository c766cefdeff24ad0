import { useState } from 'preact/hooks';
import { api } from './api.ts';
import { useDeed } from './hooks.ts';
import { Choice, Field, Form, Remove, Table } from './parts.tsx';
import type { Overview } from './types.ts';

type Props = { readonly overview: Overview; readonly refresh: () => Promise<void> };

export function Keys({ overview, refresh }: Props) {
  const { act, ...deed } = useDeed();
  const [made, setMade] = useState<{ id: string; key: string } | undefined>(undefined);
  const send = (values: FormData) =>
    act(async () => {
      const [permission, machine] = String(values.get('permission')).split(' ');
      const body = { name: values.get('name'), permission, ...(machine === undefined ? {} : { machine }) };
      setMade(await api<{ id: string; key: string }>('/keys', { body }));
      await refresh();
    });
  return (
    <>
      <h1>API keys</h1>
      <p>
        Organization <code>{overview.organization}</code>
      </p>
      {made === undefined ? null : (
        <section class="panel" aria-label="The new key" role="status">
          <p>The key is shown now and never again.</p>
          <dl>
            <div>
              <dt>API key id</dt>
              <dd>
                <code>{made.id}</code>
              </dd>
            </div>
            <div>
              <dt>API key</dt>
              <dd>
                <code>{made.key}</code>
              </dd>
            </div>
          </dl>
        </section>
      )}
      <Table
        caption="API keys of this cloud"
        head={['Name', 'Id', 'Permission', 'Action']}
        empty="No key yet."
        rows={overview.keys.map(({ id, name, permission, machine }) => ({
          key: id,
          cells: [
            name,
            <code key="id">{id}</code>,
            machine === undefined
              ? permission
              : `machine ${overview.machines.find((one) => one.id === machine)?.name ?? machine}`,
            <Remove
              key="remove"
              what={name}
              remove={() =>
                act(async () => {
                  await api(`/keys/${id}`, { method: 'DELETE' });
                  await refresh();
                })
              }
            />,
          ],
        }))}
      />
      <Form title="Make a key" button="Make" send={send} {...deed}>
        <Field label="Name" name="name" />
        <Choice
          label="Permission"
          name="permission"
          options={[
            ['owner', 'owner: everything, and training'],
            ['operator', 'operator: machines'],
            ...overview.machines.map(({ id, name }) => [`machine ${id}`, `only the machine ${name}`] as const),
          ]}
        />
      </Form>
    </>
  );
}
