import t from 'tap';
import { ControlError } from '../../daemon/control/calls.ts';
import { restartCall } from '../../daemon/restart-call.ts';
import type { ServerStatus } from '../../daemon/server/report.ts';
import type { ServerUnit } from '../../daemon/server/unit.ts';
import { HandClock } from '../support/hand-clock.ts';

const running: ServerStatus = {
  phase: 'running',
  pid: 7,
  uptime: 1000,
  version: undefined,
  obstacle: undefined,
  trouble: undefined,
  restart: undefined,
  tally: { starts: 1, crashes: 0, outOfMemory: 0, startTimeouts: 0, restarts: 0 },
};

/** What is said to the person, when the server's status goes through these after the wish. */
async function said(before: Partial<ServerStatus>, ...after: readonly Partial<ServerStatus>[]) {
  const clock = new HandClock();
  const wishes: string[] = [];
  let looks = 0;
  const server = {
    restart: (reason: string) => void wishes.push(reason),
    status: () => ({
      ...running,
      ...(wishes.length === 0 ? before : (after[Math.min(looks++, after.length - 1)] ?? {})),
    }),
  } as unknown as ServerUnit;
  const answer = restartCall(server, clock)(undefined, AbortSignal.timeout(60_000)).then(
    (value) => (value as { text: string }).text,
    (error: unknown) => (error instanceof ControlError ? `${error.code}: ${error.message}` : String(error)),
  );
  await clock.advance(20_000 as never);
  return [await answer, wishes.join()];
}

t.test('a person who restarts the server is told what happens', async (t) => {
  const wished = { restart: { waits: undefined } };
  const rows: [string, readonly [Partial<ServerStatus>, ...Partial<ServerStatus>[]], RegExp][] = [
    ['it may', [{}, wished, { phase: 'stopping' }], /^machine-server restarts now$/],
    ['it was starting', [{ phase: 'starting' }, { phase: 'stopping' }], /restarts now$/],
    ['a pause after a failure', [{ phase: 'stopped' }], /starts now$/],
    [
      'the window is closed',
      [{}, wished, { restart: { waits: 'outside of the window' } }],
      /when it may: outside of the/,
    ],
    ['no answer', [{}, wished], /when it may: it has not answered yet$/],
    ['the first fetch', [{ phase: 'stopped', obstacle: 'waiting-for-configuration' }], /as soon as the first look/],
  ];
  for (const [name, [before, ...after], expected] of rows) {
    const [text, wishes] = await said(before, ...after);
    t.match(text, expected, name);
    t.equal(wishes, 'operator');
  }
});

t.test('where there can be no server, nothing is wished', async (t) => {
  for (const obstacle of ['disabled', 'not-configured', 'shutting-down'] as const) {
    const [text, wishes] = await said({ phase: 'stopped', obstacle });
    t.match(text, /^not-possible: /);
    t.equal(wishes, '');
  }
});
