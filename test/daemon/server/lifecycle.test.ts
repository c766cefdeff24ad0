import t from 'tap';
import { limits, longestPause, pause } from '../../../daemon/server/limits.ts';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { ServerLife } from '../../support/server-life.ts';

t.test('a server is started at once, and runs when it says that it serves', async (t) => {
  const life = new ServerLife();
  t.equal(life.state.phase, 'starting');
  t.equal(life.serve().state.phase, 'running');
  t.equal(life.pass(minutes(60)).state.phase, 'running');
});

t.test('a device without credentials starts none; with them it starts at once', async (t) => {
  const life = new ServerLife({ facts: { obstacle: 'not-configured' } });
  t.equal(life.pass(minutes(60)).state.phase, 'stopped');
  t.equal(life.set({ obstacle: undefined }).state.phase, 'starting');
});

t.test('the first start waits for the configuration when told so', async (t) => {
  const life = new ServerLife({ facts: { obstacle: 'waiting-for-configuration' } });
  t.equal(life.pass(minutes(1)).state.phase, 'stopped');
  t.equal(life.set({ obstacle: undefined }).state.phase, 'starting');
});

t.test('a server that has not started in time is ended, politely, then by force, and started again', async (t) => {
  const life = new ServerLife().pass(minutes(10) - 1);
  t.equal(life.state.phase, 'starting');
  t.equal(life.pass(1).stopReason, 'start-timeout');
  t.match(life.state, { kills: 0, tally: { startTimeouts: 1 } });
  t.match(life.pass(limits.stopGrace).state, { phase: 'stopping', kills: 1 });
  t.match(life.pass(limits.killAgain).state, { kills: 2 }, 'and once more, as long as it is there');
  life.end({ kind: 'killed', signal: 'SIGKILL' });
  t.match(life.state, { phase: 'starting', failures: 1, trouble: { kind: 'start-timeout' } });
  life.pass(minutes(10)).end();
  t.match(life.state, { phase: 'stopped', failures: 2 }, 'the second time there is a pause');
  t.equal(life.pass(seconds(1)).state.phase, 'starting');
});

t.test('a changed start timeout counts for the start that is under way', async (t) => {
  const life = new ServerLife().pass(minutes(2)).set({ startTimeout: minutes(1) });
  t.equal(life.stopReason, 'start-timeout');
});

t.test('the first crash costs no pause, a crash loop backs off to a cap', async (t) => {
  const life = new ServerLife().serve();
  const waits: number[] = [];
  for (let crash = 0; crash < 12; crash++) {
    const at = life.at;
    life.end();
    if (life.state.phase === 'stopped') life.pass(life.state.startAt - life.at);
    waits.push(life.at - at);
    t.equal(life.state.phase, 'starting');
    life.serve();
  }
  t.same(waits, [0, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000, 60000, 60000]);
  t.match(life.state, { failures: 12, tally: { crashes: 12, starts: 13 } });
});

t.test('pauses differ by chance, by a quarter, and never exceed the cap', async (t) => {
  t.equal(pause(1, 1), 0);
  t.equal(pause(2, 0), 750);
  t.equal(pause(2, 1), 1250);
  t.equal(pause(1_000_000, 1), longestPause);
});

t.test('a server that ran well for a minute is forgiven its past', async (t) => {
  const life = new ServerLife();
  for (let crash = 0; crash < 5; crash++) life.end().pass(minutes(1));
  life.serve().pass(limits.steady - 1);
  t.match(life.state, { failures: 5, trouble: { kind: 'crash' } });
  t.match(life.pass(1).state, { failures: 0, trouble: undefined });
  t.equal(life.end().state.phase, 'starting', 'and is started again at once');
});

t.test('an end by lack of memory is counted apart', async (t) => {
  const life = new ServerLife().serve().end({ kind: 'out-of-memory' });
  t.match(life.state, { tally: { crashes: 1, outOfMemory: 1 }, trouble: { ending: { kind: 'out-of-memory' } } });
});

t.test('a program that cannot be run is tried again when its file changes, or later', async (t) => {
  const life = new ServerLife();
  const missing = () => life.take({ kind: 'unusable', run: life.run, problem: 'missing', detail: '/opt/x' });
  missing();
  t.match(life.state, { phase: 'starting', run: { id: 2 } }, 'once more at once');
  missing();
  t.match(life.state, { phase: 'stopped', trouble: { kind: 'unusable', problem: 'missing' } });
  t.match(life.take({ kind: 'program-changed' }).state, { phase: 'starting', failures: 0 });
});

t.test('disabled: the server is ended and stays so, until it is enabled', async (t) => {
  const life = new ServerLife().serve().set({ obstacle: 'disabled' });
  t.equal(life.stopReason, 'disabled');
  t.equal(life.end({ kind: 'exited', code: 0 }).pass(minutes(600)).state.phase, 'stopped');
  t.equal(life.set({ obstacle: undefined }).state.phase, 'starting');
  t.match(life.state.tally, { crashes: 0, restarts: 0 });
});

t.test('disabled and enabled again while it stops: it is started when it has ended', async (t) => {
  const life = new ServerLife().serve().set({ obstacle: 'disabled' }).set({ obstacle: undefined });
  t.equal(life.stopReason, 'disabled');
  t.equal(life.end().state.phase, 'starting');
});

t.test('credentials that vanish do not stop a server that runs', async (t) => {
  const life = new ServerLife().serve().set({ obstacle: 'not-configured', credentials: '' }).pass(minutes(5));
  t.equal(life.state.phase, 'running');
  t.equal(life.end().pass(minutes(5)).state.phase, 'stopped', 'but it is not started again without them');
});

t.test('the remains of a former server are ended before another one is started', async (t) => {
  const life = new ServerLife({ found: { kind: 'remains' } });
  t.equal(life.stopReason, 'former');
  t.match(life.pass(seconds(90)).state, { phase: 'stopping', kills: 0 }, 'it gets the time that it needs');
  t.match(life.end({ kind: 'unknown' }).state, { phase: 'starting', failures: 0, run: { id: 1 } });
});

t.test('the agent ends: nothing is started any more', async (t) => {
  const life = new ServerLife().set({ obstacle: 'shutting-down' });
  t.equal(life.stopReason, 'shutting-down');
  life.end().take({ kind: 'restart', reason: 'operator' }).take({ kind: 'program-changed' });
  t.equal(life.pass(minutes(10)).state.phase, 'stopped');
});

t.test('what could not be ended is remembered until the next server runs well', async (t) => {
  const life = new ServerLife().serve().end({ kind: 'exited', code: 0 }, { left: 2 });
  t.equal(life.state.left, 2);
  t.equal(life.serve().pass(limits.steady).state.left, 0);
});

const adopted = { kind: 'adopted', environment: 'A=1', credentials: 'mine' } as const;

t.test('a server of a former agent goes on when it is as it should be', async (t) => {
  const life = new ServerLife({ found: adopted }).serve().pass(minutes(60));
  t.match(life.state, { phase: 'running', run: { id: 0 }, restart: undefined, tally: { starts: 0 } });
});

t.test('one that serves and was started with something else is restarted by the rules', async (t) => {
  const facts = { environment: 'A=2' };
  const life = new ServerLife({ found: adopted });
  life.serve().set(facts);
  t.ok(life.asking);
  t.equal(life.answer('allowed').stopReason, 'environment');
});

t.test('one that was only starting has the time of a start', async (t) => {
  const life = new ServerLife({ found: adopted }).pass(minutes(10));
  t.equal(life.stopReason, 'start-timeout');
});
