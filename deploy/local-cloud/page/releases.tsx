import { api } from './api.ts';
import { useDeed } from './hooks.ts';
import { Choice, Field, Form, Remove, size, Table } from './parts.tsx';
import type { Overview } from './types.ts';

type Props = { readonly overview: Overview; readonly refresh: () => Promise<void> };

export function Releases({ overview, refresh }: Props) {
  const { act, ...deed } = useDeed();
  const send = (values: FormData) =>
    act(async () => {
      const query = new URLSearchParams();
      for (const name of ['filename', 'version', 'platform', 'channel'])
        query.set(name, String(values.get(name)).trim());
      await api(`/releases?${query}`, { file: values.get('file') as File });
      await refresh();
    });
  return (
    <>
      <h1>Releases</h1>
      <p>
        What machines can be told to run. The newest one of a channel is what <code>stable</code> or <code>dev</code>{' '}
        means.
      </p>
      <Table
        caption="Releases of this cloud"
        head={['Program', 'Version', 'Platform', 'Channel', 'Size', 'SHA-256', 'Action']}
        empty="No release yet: machines keep what they have."
        rows={overview.releases.map((release) => ({
          key: release.id,
          cells: [
            ...[release.filename, release.version, release.platform, release.channel, size(release.size)],
            <code key="sha">{release.sha256.slice(0, 12)}…</code>,
            <Remove
              key="remove"
              what={`${release.filename} ${release.version}`}
              remove={() =>
                act(async () => {
                  await api(`/releases/${release.id}`, { method: 'DELETE' });
                  await refresh();
                })
              }
            />,
          ],
        }))}
      />
      <Form title="Add a release" button="Upload" send={send} {...deed}>
        <Choice
          label="Program"
          name="filename"
          options={[
            ['viam-agent', 'agent'],
            ['viam-server', 'machine server'],
          ]}
        />
        <Field label="Version" name="version" hint="For example 1.2.3" />
        <Choice
          label="Platform"
          name="platform"
          options={[
            ['linux/amd64', 'linux/amd64'],
            ['linux/arm64', 'linux/arm64'],
          ]}
        />
        <Choice
          label="Channel"
          name="channel"
          options={[
            ['stable', 'stable'],
            ['dev', 'dev'],
            ['exact', 'none: only by its version'],
          ]}
        />
        <Field label="File" name="file" type="file" />
      </Form>
    </>
  );
}
