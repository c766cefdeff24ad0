import t from 'tap';
import { Receiver } from '../../dns/receiver.ts';
import { all, query } from '../support/dns.ts';

/** A receiver on a clock of our own; its timers are real, and 20 ms long. */
function receiving() {
  const clock = { now: 0 };
  const receiver = new Receiver(() => clock.now, 53);
  receiver.set(all);
  const ask = (client: string, count = 1): number =>
    Array.from({ length: count }, () => receiver.receive(query(), client, 'udp')).filter(Boolean).length;
  /** A sample that comes `lateness` after it was due. */
  const sample = async (lateness: number): Promise<void> => {
    ask('phone');
    clock.now += 20 + lateness;
    // After the sampler's own timer, which was set before this one.
    await new Promise((resolve) => setTimeout(resolve, 25));
  };
  return { clock, receiver, ask, sample };
}

t.test('while the loop lags a flood is shed, and the phone beside it is served', async (t) => {
  const { receiver, ask, sample } = receiving();
  await sample(80);
  t.equal(ask('flood', 5000), 5000, 'one late sample is no lag');
  await sample(80);
  t.equal(ask('phone', 50), 50);
  const served = ask('flood', 5000);
  t.equal(served, 200);
  t.equal(receiver.counters.shed, 4800);
  receiver.close();
});

t.test('when the lag is over, nothing is shed any more', async (t) => {
  const { receiver, ask, sample } = receiving();
  await sample(80);
  await sample(80);
  ask('phone');
  await sample(0);
  await sample(200);
  await sample(0);
  t.equal(ask('flood', 5000), 5000);
  receiver.close();
});

t.test('of a flood that is no question 500 are told so in a second, and questions are answered as ever', async (t) => {
  const { receiver, clock, ask } = receiving();
  const garbage = (count: number): number =>
    Array.from({ length: count }, () => receiver.receive(query({ flags: 5 << 11 }), 'flood', 'udp')).filter(Boolean)
      .length;
  t.equal(garbage(2000), 500);
  t.equal(ask('phone', 600), 600);
  t.equal(receiver.counters.dropped, 1500);
  clock.now += 1000;
  t.equal(garbage(2000), 500);
  receiver.close();
});

t.test('counters tell replies, silences and queries apart', async (t) => {
  const { receiver } = receiving();
  receiver.receive(query(), 'phone', 'udp');
  receiver.receive(query({ flags: 0x8180 }), 'phone', 'udp');
  receiver.receive(query({ name: 'x'.repeat(70) }), 'phone', 'tcp');
  t.match(receiver.counters, { queries: 3, replies: 2, dropped: 1, shed: 0, forwarded: 0 });
  receiver.close();
});
