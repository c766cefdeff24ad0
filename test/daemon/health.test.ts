import t from 'tap';
import { type ConditionWords, conditions, conditionsTable } from '../../daemon/conditions.ts';
import { Health } from '../../daemon/health.ts';
import { minutes, seconds } from '../../netplan/duration.ts';
import { HandClock } from '../support/hand-clock.ts';
import { partIs } from '../support/marked.ts';

const codes = (health: Health, at: number) => health.list(at).map(({ code }) => code);

t.test('a condition is shown once it has held for its time, and gone at once when it ends', async (t) => {
  const clock = new HandClock();
  const health = new Health(clock);
  health.set('networkmanager-away');
  t.strictSame(codes(health, clock.now()), []);
  t.equal(health.deadline(clock.now()), 20_000);
  await clock.advance(seconds(19));
  t.strictSame(codes(health, clock.now()), []);
  await clock.advance(seconds(1));
  t.strictSame(codes(health, clock.now()), ['networkmanager-away']);
  t.equal(health.deadline(clock.now()), undefined);
  health.clear('networkmanager-away');
  t.strictSame(codes(health, clock.now()), []);
});

t.test(
  'saying again that something holds neither restarts its time nor tells anybody, unless its detail is new',
  async (t) => {
    const clock = new HandClock();
    const health = new Health(clock);
    let changes = 0;
    const stop = health.onChange(() => changes++);
    health.set('http-port-in-use', 'nginx');
    await clock.advance(seconds(10));
    health.set('http-port-in-use', 'nginx');
    t.equal(changes, 1);
    health.set('http-port-in-use', 'apache2');
    t.match(health.list(clock.now()), [{ since: 0, text: /page.*\(apache2\)$/, detail: 'apache2' }]);
    health.clear('http-port-in-use');
    health.clear('http-port-in-use');
    t.equal(changes, 3);
    stop();
    health.set('http-port-in-use');
    t.equal(changes, 3);
  },
);

t.test('one code can hold for several things, each with its own beginning and end', async (t) => {
  const clock = new HandClock();
  const health = new Health(clock);
  health.set('unit-crashed', 'cloud: timed-out', 'cloud');
  await clock.advance(minutes(1));
  health.set('unit-crashed', 'server: refused', 'server');
  t.match(health.list(clock.now()), [
    { about: 'cloud', since: 0 },
    { about: 'server', since: 60_000 },
  ]);
  health.clear('unit-crashed', 'cloud');
  t.match(health.list(clock.now()), [{ about: 'server' }]);
});

t.test('errors come first, and of one kind what has lasted longest', async (t) => {
  const clock = new HandClock();
  const health = new Health(clock);
  for (const code of ['not-configured', 'settings-problem', 'dnsmasq-missing', 'credentials-corrupt'] as const) {
    health.set(code);
    await clock.advance(seconds(1));
  }
  const order = ['dnsmasq-missing', 'credentials-corrupt', 'settings-problem', 'not-configured'];
  t.strictSame(codes(health, clock.now()), order);
});

t.test('a detail from outside is cut', async (t) => {
  const health = new Health(new HandClock());
  health.set('credentials-corrupt', 'x'.repeat(100_000));
  t.ok((health.list(0)[0]?.text.length ?? 0) < 500);
});

t.test('every condition says something to a person, in a sentence', async (t) => {
  for (const [code, words] of Object.entries<ConditionWords>(conditions)) {
    t.match(code, /^[a-z]+(-[a-z]+)+$/);
    t.match(words.text, /^[A-Za-z].{20,140}\.$/, code);
    t.match(words.title, /^\w.{5,50}[^.]$/, code);
    t.ok(words.holdsFor >= 0 && words.holdsFor <= minutes(10), code);
  }
});

t.test('docs/health.md has exactly the conditions of the code', async (t) => {
  partIs(t, 'docs/health.md', 'conditions', conditionsTable());
});
