import { api, download } from './api.ts';
import { useDeed } from './hooks.ts';
import { ago, Failure, Remove } from './parts.tsx';
import type { MachineView, Wished } from './types.ts';

const wish = (wished: Wished): string =>
  wished.kind === 'release'
    ? wished.release.version
    : wished.kind === 'address'
      ? wished.url
      : `nothing: ${wished.problem}`;

const duration = (seconds: number | undefined): string =>
  seconds === undefined
    ? 'not running'
    : seconds < 3600
      ? `${Math.floor(seconds / 60)} min`
      : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;

type Props = { readonly machine: MachineView; readonly change: () => Promise<void> };

/** What the machine says of itself, and what can be done to it as a whole. */
export function Status({ machine, change }: Props) {
  const { act, error, busy } = useDeed();
  const { id, name, now, seen, report, given, wishes, restart } = machine;
  const path = `/machines/${encodeURIComponent(id)}`;
  const window = (given.sections['advanced_settings'] as Record<string, unknown> | undefined)?.['maintenance_window'];
  const facts: readonly (readonly [string, string])[] = [
    ['Part id', id],
    ['Seen', ago(now, seen)],
    [
      'Agent',
      report === undefined ? '—' : `${report.versions.agentRunning || '—'}, up ${duration(report.agentUptime)}`,
    ],
    ['Agent, installed', report?.versions.agentInstalled || '—'],
    ['Agent, wanted', wish(wishes.agent)],
    ['Machine server', report?.versions.serverRunning || duration(report?.serverUptime)],
    ['Machine server, installed', report?.versions.serverInstalled || '—'],
    ['Machine server, wanted', wish(wishes.server)],
    [
      'System',
      [report?.host.platform, report?.host.distro, ...(report?.host.tags ?? [])].filter(Boolean).join(', ') || '—',
    ],
    ['Fragment', given.fragmentProblem || given.fragmentId || 'none'],
    ['Maintenance window', window === undefined || window === null ? 'at any time' : JSON.stringify(window)],
    ...Object.entries(report?.answers ?? {}).map(([field, answer]) => [`Answer: ${field}`, answer] as const),
  ];
  const conditions = report?.conditions ?? [];
  return (
    <section aria-label="Status">
      <Failure text={error} />
      <dl>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h2>What is wrong</h2>
      {conditions.length === 0 ? (
        <p class="empty">{seen === undefined ? 'It has never asked.' : 'Nothing, by its own word.'}</p>
      ) : (
        <ul class="problems">
          {conditions.map(({ code, severity, text, about }) => (
            <li key={`${code} ${about}`} class={severity}>
              <strong>{severity}</strong> {text} <small>{about === '' ? code : `${code}: ${about}`}</small>
            </li>
          ))}
        </ul>
      )}
      <h2>What to do</h2>
      <div class="row">
        <button
          type="button"
          disabled={busy}
          onClick={() => act(() => download(`${path}/credentials`, 'machine.json'))}
        >
          Download credentials
        </button>
        <button
          type="button"
          class="quiet"
          disabled={busy || restart}
          onClick={() =>
            act(async () => {
              await api(`${path}/restart`, { method: 'POST' });
              await change();
            })
          }
        >
          {restart ? 'Restart is asked for' : 'Restart machine server'}
        </button>
        <Remove
          what={name}
          remove={() =>
            act(async () => {
              await api(path, { method: 'DELETE' });
              location.hash = '#/machines';
              await change();
            })
          }
        />
      </div>
    </section>
  );
}
