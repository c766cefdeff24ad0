import { getEventListeners } from 'node:events';
import t from 'tap';
import { Latest } from '../../daemon/latest.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Collects until `signal` aborts. */
async function collect<T>(box: Latest<T>, signal: AbortSignal, into: T[] = []): Promise<T[]> {
  for await (const value of box.values(signal)) into.push(value);
  return into;
}

t.test('a reader that is too slow gets the newest value only', async (t) => {
  const box = new Latest<number>();
  const stop = new AbortController();
  const values = box.values(stop.signal);
  box.set(1);
  t.strictSame(await values.next(), { value: 1, done: false });
  for (const value of [2, 3, 4]) box.set(value);
  t.strictSame(await values.next(), { value: 4, done: false });
  const waiting = values.next();
  box.set(5);
  t.strictSame(await waiting, { value: 5, done: false });
  stop.abort();
  t.strictSame(await values.next(), { value: undefined, done: true });
});

t.test('undefined is a value like any other, and so is the same value again', async (t) => {
  const box = new Latest<undefined | string>();
  const stop = new AbortController();
  const seen: unknown[] = [];
  const reading = collect(box, stop.signal, seen as undefined[]);
  for (const value of [undefined, undefined, 'x', 'x']) {
    box.set(value);
    await turn();
  }
  stop.abort();
  await reading;
  t.strictSame(seen, [undefined, undefined, 'x', 'x']);
});

t.test('a reader that begins later, or again after a crash, gets the present value', async (t) => {
  const box = new Latest<number>();
  box.set(7);
  for (const name of ['first', 'again']) {
    const values = box.values(new AbortController().signal);
    t.equal((await values.next()).value, 7, name);
    await values.return();
  }
});

t.test('several readers all get each value', async (t) => {
  const box = new Latest<number>();
  const stop = new AbortController();
  const readers = [collect(box, stop.signal), collect(box, stop.signal)];
  await turn();
  box.set(1);
  await turn();
  stop.abort();
  t.strictSame(await Promise.all(readers), [[1], [1]]);
});

t.test(
  'an abort ends a waiting reader, one before the start ends it at once, and a late value is not given out',
  async (t) => {
    const box = new Latest<number>();
    const stop = new AbortController();
    const waiting = collect(box, stop.signal);
    await turn();
    box.set(1);
    stop.abort();
    t.strictSame(await waiting, []);
    t.strictSame(await collect(box, stop.signal), []);
  },
);

t.test('nothing is left behind on a signal that lives for ever', async (t) => {
  const box = new Latest<number>();
  const { signal } = new AbortController();
  const values = box.values(signal);
  for (let value = 0; value < 100; value++) {
    const waiting = values.next();
    await turn();
    box.set(value);
    await waiting;
  }
  await values.return();
  t.equal(getEventListeners(signal, 'abort').length, 0);
});
