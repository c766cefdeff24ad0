import t from 'tap';
import { Health } from '../../daemon/health.ts';
import { healthWatch } from '../../daemon/health-watch.ts';
import { minutes, seconds } from '../../netplan/duration.ts';
import { HandClock } from '../support/hand-clock.ts';
import { keptLog } from '../support/kept-log.ts';

t.test(
  'what people see is told when it changes, by an event or by time, and logged at its begin and end',
  async (t) => {
    const clock = new HandClock();
    const health = new Health(clock);
    const { log, records } = keptLog();
    const stop = new AbortController();
    const seen: string[] = [];
    const watch = healthWatch(health, clock, log, () => {
      seen.push(`${clock.now() / 1000}s ${health.list(clock.now()).map(({ code }) => code)}`);
    });
    const running = watch.run(stop.signal);
    health.set('no-wifi-device');
    await clock.advance(seconds(29));
    t.strictSame(seen, []);
    await clock.advance(seconds(1));
    health.set('not-configured');
    await clock.advance(minutes(200));
    health.clear('no-wifi-device');
    await clock.settle();
    t.strictSame(seen, ['30s no-wifi-device', '30s no-wifi-device,not-configured', '12030s not-configured']);
    t.match(records, [
      { level: 'error', evidence: { condition: 'no-wifi-device' }, text: 'condition began' },
      { level: 'info', evidence: { condition: 'not-configured' }, text: 'condition began' },
      { level: 'info', evidence: { condition: 'no-wifi-device', lasted: '3h20m' }, text: 'condition ended' },
    ]);
    stop.abort();
    await running;
    t.equal(clock.waiting, 0);
  },
);

t.test('what passes before its time is never seen, and a new detail is no new begin', async (t) => {
  const clock = new HandClock();
  const health = new Health(clock);
  const { log, records } = keptLog();
  const stop = new AbortController();
  let told = 0;
  const running = healthWatch(health, clock, log, () => told++).run(stop.signal);
  health.set('networkmanager-away');
  await clock.advance(seconds(5));
  health.clear('networkmanager-away');
  await clock.advance(minutes(5));
  health.set('credentials-corrupt', 'no member "id"');
  await clock.settle();
  health.set('credentials-corrupt', 'no member "cloud"');
  await clock.settle();
  t.equal(told, 2);
  t.match(records, [{ evidence: { condition: 'credentials-corrupt' }, text: 'condition began' }]);
  t.equal(records.length, 1);
  stop.abort();
  await running;
});
