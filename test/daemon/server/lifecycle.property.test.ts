import t from 'tap';
import { longestPause } from '../../../daemon/server/limits.ts';
import type { Facts, Occurrence, State } from '../../../daemon/server/state.ts';
import { milliseconds, minutes } from '../../../netplan/duration.ts';
import fc from '../../support/cases.ts';
import { ServerLife } from '../../support/server-life.ts';

type Move =
  | { readonly do: 'pass'; readonly duration: number }
  | { readonly do: 'facts'; readonly facts: Partial<Facts> }
  /** `late`: news of an earlier run, which must change nothing. */
  | { readonly do: 'event'; readonly event: (run: number) => Occurrence; readonly late: number };

const event = fc.oneof(
  fc.constant((run: number): Occurrence => ({ kind: 'serving', run })),
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([left, luck]) => (run: number): Occurrence => {
      return { kind: 'ended', run, ending: { kind: 'exited', code: 1 }, left, luck };
    }),
  fc.constant((run: number): Occurrence => ({ kind: 'unusable', run, problem: 'missing', detail: '' })),
  fc.constantFrom('allowed' as const, 'denied' as const, 'closed' as const, 'unreachable' as const).map(
    (answer) =>
      (run: number): Occurrence => ({ kind: 'permission', run, answer }),
  ),
  fc
    .constantFrom('operator' as const, 'cloud' as const, 'version' as const)
    .map((reason) => (): Occurrence => ({ kind: 'restart', reason })),
  fc.constant((): Occurrence => ({ kind: 'program-changed' })),
);
const obstacle = fc.constantFrom<Facts['obstacle']>(
  undefined,
  undefined,
  'disabled',
  'not-configured',
  'shutting-down',
);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 900_000 }).map((duration): Move => ({ do: 'pass', duration })) },
  {
    weight: 4,
    arbitrary: fc.tuple(event, fc.nat({ max: 2 })).map(([event, late]): Move => ({ do: 'event', event, late })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ obstacle, environment: fc.constantFrom('A=1', 'A=2'), credentials: fc.constantFrom('mine', 'other') })
      .map((facts): Move => ({ do: 'facts', facts })),
  },
);

/** Plays the moves and shows each change to `see`. */
function play(moves: readonly Move[], see: (before: State, life: ServerLife, move: Move) => void): ServerLife {
  const life = new ServerLife();
  for (const move of moves) {
    const before = life.state;
    if (move.do === 'pass') life.pass(move.duration);
    else if (move.do === 'facts') life.set(move.facts);
    else life.take(move.event(life.run - move.late));
    see(before, life, move);
  }
  return life;
}

const always = (name: string, see: (before: State, life: ServerLife, move: Move) => void) =>
  t.test(name, async () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (moves) => void play(moves, see)),
      { numRuns: 1500 },
    );
  });

const must = (holds: boolean, text: string) => {
  if (!holds) throw new Error(text);
};
const runOf = (state: State) => (state.phase === 'stopped' ? undefined : state.run.id);
const endsRun = (move: Move) => move.do === 'event' && ['ended', 'unusable'].includes(move.event(0).kind);

always('a run begins only when the one before has ended: never two', (before, life, move) => {
  const was = runOf(before);
  const is = runOf(life.state);
  if (was !== undefined && is !== was) must(endsRun(move) && (move.do !== 'event' || move.late === 0), 'two at once');
  must(is === undefined || is >= (was ?? 0), 'runs count up');
});

always('news of a run that is over changes nothing', (before, life, move) => {
  if (move.do !== 'event' || move.late === 0) return;
  const { kind } = move.event(0);
  if (kind !== 'restart' && kind !== 'program-changed') must(runOf(before) === runOf(life.state), 'late news acted');
  if (kind === 'serving') must(before.phase === life.state.phase, 'late news acted');
});

always('without an obstacle a server is started within the longest pause: never none for longer', (_, life) => {
  if (life.state.phase !== 'stopped' || life.facts.obstacle !== undefined) return;
  must(life.state.startAt - life.at <= longestPause, 'a pause beyond the cap');
});

always('with an obstacle none is started, and disabled or at the end none is kept', (before, life, move) => {
  const blocked = life.facts.obstacle !== undefined;
  if (before.phase === 'stopped' && move.do !== 'facts') must(!blocked || life.state.phase === 'stopped', 'started');
  if (life.facts.obstacle === 'disabled' || life.facts.obstacle === 'shutting-down') {
    must(life.state.phase === 'stopped' || life.state.phase === 'stopping', 'kept');
  }
});

always('a server that serves is restarted only with leave, or after long silence', (before, life, move) => {
  if (before.phase !== 'running' || life.state.phase !== 'stopping' || move.do === 'pass') return;
  if (life.state.reason === 'disabled' || life.state.reason === 'shutting-down') return;
  const news = move.do === 'event' ? move.event(0) : undefined;
  must(news?.kind === 'permission' && before.restart?.asking === true, 'restarted without asking');
  must(news?.kind === 'permission' && ['allowed', 'unreachable'].includes(news.answer), 'restarted against a no');
});

always(
  'time that brings nothing new leaves the very same state: whoever waits for a change is not woken',
  (_, life) => {
    const { state } = life;
    must(life.take({ kind: 'time' }).state === state, `${state.phase} becomes another without a reason`);
  },
);

t.test('whatever happened before, left alone with a good program the server runs again within minutes', async (t) => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (moves) => {
      const life = play(moves, () => undefined).set({ obstacle: undefined });
      for (let minute = 0; minute < 20 && life.state.phase !== 'running'; minute++) {
        life.pass(milliseconds(minutes(1)));
        if (life.state.phase === 'starting') life.serve();
        else if (life.state.phase === 'stopping' && life.state.kills > 0)
          life.end({ kind: 'killed', signal: 'SIGKILL' });
      }
      must(life.state.phase === 'running', `stuck in ${life.state.phase}`);
    }),
    { numRuns: 1500 },
  );
  t.pass();
});

t.test('the same story gives the same state', async (t) => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40, size: 'max' }), (moves) => {
      const [first, second] = [play(moves, () => undefined), play(moves, () => undefined)];
      must(JSON.stringify(first.state) === JSON.stringify(second.state), 'differs');
    }),
    { numRuns: 300 },
  );
  t.pass();
});
