import t from 'tap';
import { limits } from '../../../daemon/server/limits.ts';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { ServerLife } from '../../support/server-life.ts';

const changed = { environment: 'A=2' };

t.test('a changed environment restarts the server as soon as that is allowed', async (t) => {
  const life = new ServerLife().serve().set(changed);
  t.ok(life.asking, 'it is asked for at once');
  t.equal(life.answer('allowed').stopReason, 'environment');
  life.end({ kind: 'exited', code: 0 });
  t.match(life.state, { phase: 'starting', run: { environment: 'A=2' }, tally: { restarts: 1, crashes: 0 } });
});

t.test('other changes wait for a restart that somebody asks for', async (t) => {
  const life = new ServerLife()
    .serve()
    .set({ startTimeout: minutes(1) })
    .pass(minutes(60));
  t.match(life.state, { phase: 'running', restart: undefined });
});

t.test('a no is a no, however long; it is asked again', async (t) => {
  const life = new ServerLife().serve().set(changed);
  for (let question = 0; question < 1000; question++) {
    t.ok(life.asking || life.pass(limits.askEvery).asking);
    life.answer('denied');
    t.equal(life.state.phase, 'running');
  }
  t.match(life.state, { restart: { answer: 'denied', silentSince: undefined } });
  t.equal(life.pass(limits.askEvery).answer('allowed').stopReason, 'environment');
});

t.test('a server that gives no answer for ten minutes is restarted without leave', async (t) => {
  const life = new ServerLife().serve().set(changed).answer('unreachable');
  const begin = life.at;
  while (life.state.phase === 'running') life.pass(limits.askEvery).answer('unreachable');
  t.equal(life.stopReason, 'environment');
  t.ok(life.at - begin >= limits.silence && life.at - begin <= limits.silence + limits.askEvery);
});

t.test('any answer in between begins the ten minutes anew', async (t) => {
  const life = new ServerLife().serve().set(changed).answer('unreachable');
  life.pass(minutes(9)).answer('denied');
  life.pass(minutes(9)).answer('unreachable').pass(minutes(9)).answer('unreachable');
  t.equal(life.state.phase, 'running');
});

t.test('outside the maintenance window silence does not count', async (t) => {
  const life = new ServerLife().serve().set(changed);
  for (let minute = 0; minute < 60; minute++) life.answer('closed').pass(minutes(1));
  t.match(life.state, { phase: 'running', restart: { answer: 'closed', silentSince: undefined } });
});

t.test('an environment that is put back needs no restart', async (t) => {
  const life = new ServerLife().serve().set(changed).answer('denied').set({ environment: 'A=1' });
  t.match(life.state, { phase: 'running', restart: undefined });
});

t.test('an asked restart outlives an environment that is put back', async (t) => {
  const life = new ServerLife().serve().set(changed).answer('denied');
  life.take({ kind: 'restart', reason: 'operator' }).set({ environment: 'A=1' });
  t.match(life.state, { restart: { reason: 'operator', asking: true } }, 'and asks at once, not at the next turn');
  t.equal(life.answer('allowed').stopReason, 'operator');
});

t.test('an answer that comes after the wish is gone does nothing', async (t) => {
  const life = new ServerLife().serve().set(changed).set({ environment: 'A=1' });
  t.equal(life.answer('allowed').state.phase, 'running');
});

t.test('new credentials restart the server by the same rules', async (t) => {
  const life = new ServerLife().serve().set({ credentials: 'other' });
  t.equal(life.answer('denied').state.phase, 'running');
  t.equal(life.pass(limits.askEvery).answer('allowed').stopReason, 'credentials');
});

t.test('a server that does not serve yet is restarted without asking', async (t) => {
  t.equal(new ServerLife().set(changed).stopReason, 'environment');
  t.equal(new ServerLife().set({ credentials: 'other' }).stopReason, 'credentials');
  t.equal(new ServerLife().take({ kind: 'restart', reason: 'cloud' }).stopReason, 'cloud');
});

t.test('who asks for a restart does not wait for the pause of a crash loop', async (t) => {
  const life = new ServerLife();
  for (let crash = 0; crash < 9; crash++) life.end().pass(minutes(2));
  life.end();
  t.equal(life.state.phase, 'stopped');
  t.equal(life.take({ kind: 'restart', reason: 'operator' }).state.phase, 'starting');
  life.pass(minutes(10)).take({ kind: 'restart', reason: 'operator' });
  t.equal(life.end().state.phase, 'starting', 'nor for that of a start that took too long');
});

t.test('a restart is asked for once: the server that comes has no wish left', async (t) => {
  const life = new ServerLife().serve().take({ kind: 'restart', reason: 'version' }).answer('allowed').end().serve();
  t.match(life.pass(seconds(600)).state, { phase: 'running', restart: undefined });
});

t.test('a crash while a restart waits fulfils the wish', async (t) => {
  const life = new ServerLife().serve().set(changed).answer('denied').end();
  t.match(life.state, { phase: 'starting', run: { environment: 'A=2' } });
});
