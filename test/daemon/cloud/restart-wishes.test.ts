import t, { type Test } from 'tap';
import { CloudError } from '../../../daemon/cloud/link.ts';
import { Links } from '../../../daemon/cloud/links.ts';
import { RestartWishes } from '../../../daemon/cloud/restart-wishes.ts';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { CloudLife, machine } from '../../support/cloud-life.ts';

type Answer = { readonly restart: boolean; readonly interval: ReturnType<typeof seconds> };

async function asking(t: Test) {
  const life = new CloudLife(t);
  const { clock, standing } = life;
  const asked: number[] = [];
  const wished: number[] = [];
  const state = { left: true, answer: { restart: false, interval: seconds(20) } as Answer | CloudError };
  const links = new Links({
    credentials: { current: machine('part-1') },
    open: async () => ({
      configuration: () => Promise.reject(new CloudError('unsupported', '-')),
      log: () => Promise.reject(new CloudError('unsupported', '-')),
      async needsRestart() {
        asked.push(clock.now() / 1000);
        if (state.answer instanceof CloudError) throw state.answer;
        return state.answer;
      },
      close: () => undefined,
    }),
  });
  const door = { leftToAgent: async () => state.left, wish: () => void wished.push(clock.now() / 1000) };
  const end = new AbortController();
  t.teardown(() => end.abort());
  const { log } = life.kept;
  void new RestartWishes({ door, links, standing, clock, log, random: () => 0.5 }).run(end.signal);
  await clock.settle();
  return { clock, standing, asked, wished, state };
}

t.test('the cloud is asked at its interval once it answers, and its wish goes to the supervisor', async (t) => {
  const { clock, standing, asked, wished, state } = await asking(t);
  await clock.advance(minutes(2));
  t.strictSame(asked, [], 'a cloud that does not answer is not asked');
  standing.reach('yes', 0);
  await clock.advance(seconds(41));
  t.strictSame(asked, [120, 140, 160]);
  state.answer = { restart: true, interval: seconds(20) };
  await clock.advance(seconds(20));
  t.strictSame(wished, [180]);
  state.answer = { restart: false, interval: seconds(1) };
  await clock.advance(seconds(71));
  t.strictSame(asked.slice(3), [180, 240, 245, 250], 'not more often than each 5 s');
  t.equal(wished.length, 1);
});

t.test('a server that asks by itself is left alone', async (t) => {
  const { clock, standing, asked, state } = await asking(t);
  state.left = false;
  standing.reach('yes', 0);
  await clock.advance(minutes(10));
  t.strictSame(asked, []);
  state.left = true;
  await clock.advance(minutes(1));
  t.ok(asked.length > 0);
});

t.test('a cloud that wishes a restart with each answer gets one a minute, no more', async (t) => {
  const { clock, standing, wished, state } = await asking(t);
  state.answer = { restart: true, interval: seconds(0) };
  standing.reach('yes', 0);
  await clock.advance(minutes(10));
  t.ok(wished.length >= 9 && wished.length <= 11);
});

t.test('errors cost growing pauses, a cloud without the call is asked once a day', async (t) => {
  const { clock, standing, asked, state } = await asking(t);
  state.answer = new CloudError('unreachable', '-');
  standing.reach('yes', 0);
  await clock.advance(seconds(40));
  t.strictSame(asked, [0, 5, 15, 35]);
  state.answer = new CloudError('unsupported', '-');
  await clock.advance(minutes(60));
  t.equal(asked.length, 5);
});
