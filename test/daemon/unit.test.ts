import { getEventListeners } from 'node:events';
import t from 'tap';
import { Health } from '../../daemon/health.ts';
import { runUnits, stopLimit, type Unit } from '../../daemon/unit.ts';
import { minutes, seconds } from '../../netplan/duration.ts';
import { HandClock } from '../support/hand-clock.ts';
import { keptLog } from '../support/kept-log.ts';

function surroundings() {
  const clock = new HandClock();
  const stop = new AbortController();
  const { log, records } = keptLog();
  return { clock, stop, records, health: new Health(clock), log, signal: stop.signal, random: () => 0.5 };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Runs until the end, and counts its starts. */
function steady(name: string): Unit & { starts: number } {
  return {
    name,
    starts: 0,
    async run(signal) {
      this.starts++;
      await untilAborted(signal);
    },
  };
}

t.test('a crash of one never ends or blocks another, and it is started again with growing pauses', async (t) => {
  const around = surroundings();
  const { clock } = around;
  const starts: number[] = [];
  const broken: Unit = {
    name: 'broken',
    async run() {
      starts.push(clock.now());
      throw new Error('broken');
    },
  };
  const well = steady('well');
  const running = runUnits([broken, well], around);
  await clock.advance(seconds(20));
  t.strictSame(starts, [0, 1000, 3000, 7000, 15_000]);
  t.equal(well.starts, 1);
  t.match(around.health.list(clock.now()), [{ code: 'unit-crashed', about: 'broken', text: /broken: broken/ }]);
  t.match(around.records[0], { level: 'error', text: 'unit crashed', evidence: { unit: 'broken', again: '1s' } });
  around.stop.abort();
  await running;
  t.equal(clock.waiting, 0);
});

t.test('a unit that throws before its first wait, or throws nothing, or just ends, is one that crashed', async (t) => {
  const around = surroundings();
  const odd: Unit[] = [
    {
      name: 'sync',
      run() {
        throw new Error('before its first wait');
      },
    },
    { name: 'nothing', run: () => Promise.reject(undefined) },
    { name: 'ends', run: () => Promise.resolve() },
  ];
  const running = runUnits(odd, around);
  await around.clock.settle();
  t.strictSame(new Set(around.health.list(0).map(({ about }) => about)), new Set(['sync', 'nothing', 'ends']));
  around.stop.abort();
  await running;
});

t.test('having run well for two minutes, it is healthy again and its pauses begin anew', async (t) => {
  const around = surroundings();
  const { clock, health } = around;
  const starts: number[] = [];
  const unit: Unit = {
    name: 'moody',
    async run(signal) {
      starts.push(clock.now());
      if (starts.length < 4) throw new Error('moody');
      await clock.wait(minutes(3), signal);
    },
  };
  const running = runUnits([unit], around);
  await clock.advance(seconds(7));
  t.strictSame(starts, [0, 1000, 3000, 7000]);
  await clock.advance(seconds(119));
  t.equal(health.list(clock.now()).length, 1);
  await clock.advance(seconds(1));
  t.equal(health.list(clock.now()).length, 0);
  await clock.advance(minutes(1));
  t.equal(health.list(clock.now()).length, 1, 'it has ended by itself');
  await clock.advance(seconds(1));
  t.equal(starts.at(-1), 7000 + 180_000 + 1000);
  around.stop.abort();
  await running;
});

t.test('what a crashed run left waiting ends with it', async (t) => {
  const around = surroundings();
  const left: AbortSignal[] = [];
  const unit: Unit = {
    name: 'leaking',
    async run(signal) {
      left.push(signal);
      throw new Error('leaves its parts behind');
    },
  };
  const running = runUnits([unit], around);
  await around.clock.settle();
  t.equal(left[0]?.aborted, true);
  around.stop.abort();
  await running;
});

t.test('the end waits for all, but not for ever: a unit that does not end is named', async (t) => {
  const around = surroundings();
  const stubborn: Unit = { name: 'stubborn', run: () => new Promise(() => {}) };
  let ended = false;
  const running = runUnits([stubborn, steady('well')], around).then(() => {
    ended = true;
  });
  await around.clock.advance(minutes(10));
  around.stop.abort();
  await around.clock.advance(seconds(145));
  t.equal(ended, false);
  await around.clock.advance(seconds(5));
  await running;
  t.match(around.records.at(-1), { level: 'error', evidence: { units: ['stubborn'] } });
  t.equal(stopLimit, 150_000);
});

t.test('a unit that fails while it ends is logged, and is no crash', async (t) => {
  const around = surroundings();
  const unit: Unit = {
    name: 'clumsy',
    async run(signal) {
      await untilAborted(signal);
      throw new Error('at the end');
    },
  };
  const running = runUnits([unit], around);
  await around.clock.settle();
  around.stop.abort();
  await running;
  t.match(around.records, [{ level: 'warn', evidence: { unit: 'clumsy' } }]);
  t.equal(around.health.list(0).length, 0);
  t.equal(getEventListeners(around.signal, 'abort').length, 0);
});

t.test('nothing to run, or an end before the start, is no trouble', async (t) => {
  const around = surroundings();
  around.stop.abort();
  const well = steady('well');
  await runUnits([], around);
  await runUnits([well], around);
  t.equal(well.starts, 0);
});
