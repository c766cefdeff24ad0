import t from 'tap';
import { CloudError } from '../../../daemon/cloud/link.ts';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { answer, CloudLife, machine } from '../../support/cloud-life.ts';

t.test('the cloud is asked at its own interval, at least 5 s, 5 % more or less', async (t) => {
  const luck = [0, 1, 0.5];
  const life = new CloudLife(t, { random: () => luck.shift() ?? 0.5 });
  await life.start();
  await life.clock.advance(minutes(4));
  t.strictSame(life.times, [0, 57, 57 + 63, 57 + 63 + 60, 57 + 63 + 120]);
  life.answers = () => answer(1);
  await life.clock.advance(seconds(71));
  t.strictSame(life.times.slice(-3), [300, 305, 310]);
});

t.test('settings are in force with the answer, and with the next start before any', async (t) => {
  const life = new CloudLife(t);
  life.answers = () => answer(60, { hotspot_prefix: 'acme' });
  await life.start();
  t.equal(life.prefix, 'acme');
  const later = new CloudLife(t, { cachePath: life.parts.cachePath });
  later.answers = () => new CloudError('unreachable', 'no route');
  await later.start();
  t.equal(later.prefix, 'acme');
});

t.test(
  'a cloud that does not answer is asked after growing pauses, and said to be away only while online',
  async (t) => {
    const life = new CloudLife(t);
    life.answers = () => new CloudError('unreachable', 'no route');
    await life.start();
    await life.clock.advance(minutes(20));
    t.strictSame(life.times, [0, 5, 15, 35, 75, 155, 315, 615, 915]);
    t.strictSame(life.conditions, ['cloud-unreachable']);
    t.equal(life.kept.records.filter(({ level }) => level === 'warn').length, 1, 'and once in the log');
    life.networkIs(false);
    await life.clock.advance(minutes(5));
    t.strictSame(life.conditions, [], 'offline, it is no news');
  },
);

t.test('a certificate that is not trusted has a name of its own, and goes with it', async (t) => {
  const life = new CloudLife(t);
  life.answers = () => new CloudError('not-trusted', 'self-signed certificate');
  await life.start();
  t.strictSame(life.conditions, ['cloud-not-trusted']);
  t.strictSame(life.standing.reached, 'no');
  life.answers = () => answer(60);
  await life.clock.advance(seconds(10));
  t.strictSame(life.conditions, []);
});

t.test('when the network is there again, nobody waits for the end of a pause', async (t) => {
  const life = new CloudLife(t);
  life.answers = () => new CloudError('unreachable', 'no route');
  life.online = false;
  await life.start();
  await life.clock.advance(minutes(12));
  const before = life.calls.length;
  life.answers = () => answer(60);
  life.networkIs(true);
  await life.clock.settle();
  t.equal(life.calls.length, before + 1);
  t.strictSame(life.reached, [...Array(before).fill(false), true], 'said after each call');
  life.networkIs(true);
  await life.clock.settle();
  t.equal(life.calls.length, before + 1, 'a cloud that answers is asked at its interval');
});

t.test('a cloud that answered is asked over other links at once: until then it is not known to', async (t) => {
  const life = new CloudLife(t);
  life.answers = () => answer(3600);
  await life.start();
  await life.clock.advance(minutes(5));
  const before = life.calls.length;
  life.hasOtherLinks();
  await life.clock.settle();
  t.equal(life.calls.length, before + 1);
  t.strictSame(life.reached, [true, true], 'and says so once more');
});

t.test('new credentials are used at once, and what came for the former ones does not count', async (t) => {
  const life = new CloudLife(t);
  let late: (given: object) => void = () => undefined;
  life.answers = (id) =>
    id === 'part-1'
      ? new Promise((resolve) => {
          late = resolve;
        })
      : answer(60, { hotspot_prefix: 'new' });
  await life.start();
  life.credentials = machine('part-2');
  await life.clock.settle();
  late(answer(60, { hotspot_prefix: 'old' }));
  await life.clock.advance(seconds(6));
  t.equal(life.prefix, 'new');
  t.equal(life.closed, 1, 'the former connection is closed');
});

t.test("another owner's settings are not used any more, on the disk neither", async (t) => {
  const life = new CloudLife(t);
  life.answers = (id) =>
    id === 'part-1' ? answer(60, { hotspot_prefix: 'former' }) : new CloudError('unreachable', '-');
  await life.start();
  t.equal(life.prefix, 'former');
  life.credentials = machine('part-2');
  await life.clock.settle();
  t.equal(life.prefix, 'machine-setup');
  const later = new CloudLife(t, { cachePath: life.parts.cachePath });
  later.answers = life.answers;
  await later.standing.load();
  t.equal(later.prefix, 'machine-setup');
});

t.test('without credentials nobody is asked; when they come, at once', async (t) => {
  const life = new CloudLife(t);
  life.credentials = undefined;
  await life.start();
  await life.clock.advance(minutes(200));
  t.equal(life.calls.length, 0);
  life.credentials = machine('part-1');
  await life.clock.settle();
  t.equal(life.calls.length, 1);
});

t.test('refused credentials are a condition of their own, until they are accepted', async (t) => {
  const life = new CloudLife(t);
  life.answers = () => new CloudError('refused', 'no such machine');
  await life.start();
  t.strictSame(life.conditions, ['cloud-refuses-credentials']);
  life.answers = () => answer(60);
  await life.clock.advance(seconds(10));
  t.strictSame(life.conditions, []);
});

t.test('no TLS before the clock can be right; plain HTTP does not wait', async (t) => {
  const life = new CloudLife(t);
  life.doubt = 'it shows 1970-01-01';
  life.credentials = machine('part-1', 'https://cloud.example');
  await life.start();
  await life.clock.advance(minutes(1));
  t.equal(life.calls.length, 0);
  t.strictSame(life.conditions, ['clock-implausible']);
  life.doubt = undefined;
  await life.clock.advance(seconds(10));
  t.equal(life.calls.length, 1);
  t.strictSame(life.conditions, []);
  life.doubt = 'it shows 1970-01-01';
  life.credentials = machine('part-1', 'http://cloud.example');
  await life.clock.settle();
  t.equal(life.calls.length, 2);
});

t.test('starting fast, the first answer is waited for 2 s, every other 15 s', async (t) => {
  const life = new CloudLife(t, { fastStart: true });
  await life.start();
  await life.clock.advance(minutes(1));
  t.strictSame(
    life.calls.map(({ limit }) => limit),
    [seconds(2), seconds(15)],
  );
});

t.test('why a fragment is not used is shown where the person looks who gave it', async (t) => {
  const life = new CloudLife(t);
  life.answers = () => ({ ...answer(60), reportReply: { fragmentProblem: 'there is no fragment f-1' } as never });
  await life.start();
  t.strictSame(life.conditions, ['fragment-refused']);
  t.match(life.health.list(life.clock.now())[0]?.text, /there is no fragment f-1/);
  life.answers = () => answer(60);
  await life.clock.advance(minutes(2));
  t.strictSame(life.conditions, []);
});
