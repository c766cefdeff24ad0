import t from 'tap';
import { Collapse } from '../../../daemon/cloud/collapse.ts';
import { LogIntake } from '../../../daemon/cloud/log-intake.ts';
import { LogQueue } from '../../../daemon/cloud/log-queue.ts';
import { scrubber } from '../../../daemon/cloud/scrub.ts';
import { secretsIn } from '../../../daemon/cloud/secrets.ts';
import { Configuration } from '../../../daemon/configuration.ts';
import type { LogRecord } from '../../../daemon/log-record.ts';
import { Secret } from '../../../netplan/secret.ts';
import { FaultyQueueDisk } from '../../support/faulty-queue-disk.ts';
import { HandClock } from '../../support/hand-clock.ts';

const line = (text: string, level = 'info', evidence = {}): LogRecord => ({
  ...{ level, time: '2026-05-01T10:00:00.000Z', text, evidence },
});

t.test('what repeats is sent three times a minute, and then counted', (t) => {
  const collapse = new Collapse();
  const out = [0, 1, 2, 3, 4].flatMap((second) => collapse.take(line('again'), second * 1000));
  t.equal(out.length, 3);
  t.strictSame(collapse.take(line('other'), 30_000), [line('other')], 'the others pass between');
  t.strictSame(collapse.over(59_999), []);
  t.strictSame(collapse.over(60_000), [line('again', 'info', { repeated: 2, within: '1m' })]);
  t.strictSame(collapse.take(line('again'), 61_000), [line('again')], 'a new minute begins anew');
  t.end();
});

t.test('records that differ in evidence or level are not the same, and only so many are remembered', (t) => {
  const collapse = new Collapse();
  for (let number = 0; number < 1000; number++) {
    t.equal(collapse.take(line('x', 'info', { number }), 0).length, 1);
  }
  for (let more = 0; more < 5; more++) collapse.take(line('x', 'info', { number: 999 }), 1);
  t.strictSame(collapse.all(), [line('x', 'info', { number: 999, repeated: 3, within: '1m' })]);
  t.strictSame(collapse.all(), []);
  t.end();
});

async function queued(queue: LogQueue): Promise<readonly LogRecord[]> {
  return ((await queue.next())?.records ?? []).map(({ record }) => record);
}

t.test('debug records go up only while debugging is on; counted ones when their minute is over', async (t) => {
  const clock = new HandClock();
  const queue = new LogQueue(new FaultyQueueDisk(), () => 1_000_000);
  let debug = false;
  const intake = new LogIntake({
    queue,
    clock,
    debug: () => debug,
    collapses: () => true,
    scrub: () => (same) => same,
  });
  intake.take(line('silent', 'debug'));
  t.notOk(queue.waiting);
  debug = true;
  intake.take(line('loud', 'debug'));
  for (let more = 0; more < 5; more++) intake.take(line('again'));
  await clock.advance(60_000 as never);
  intake.look();
  t.strictSame(
    (await queued(queue)).map(({ text, evidence }) => [text, evidence['repeated']]),
    [['loud', undefined], ...Array(3).fill(['again', undefined]), ['again', 2]],
  );
});

t.test('no secret that the machine was given leaves it in a log line, whoever wrote the line', (t) => {
  const settings = new Configuration([
    {
      name: 'cloud',
      value: {
        advanced_settings: { viam_server_env: { API_TOKEN: 'token-of-the-module', DEBUG: 'true' } },
        network_configuration: { hotspot_password: 'hotspot-secret' },
        additional_networks: { hall: { type: 'wifi', ssid: 'Hall', psk: 'pa"ss/wo.rd+$' } },
      },
    },
  ]).current;
  const credentials = {
    appAddress: 'https://x',
    id: 'part-1',
    secret: new Secret('machine-secret'),
    apiKey: undefined,
  };
  const scrub = scrubber(secretsIn(settings, credentials));
  for (const secret of ['token-of-the-module', 'hotspot-secret', 'pa"ss/wo.rd+$', 'machine-secret']) {
    const text = JSON.stringify(
      scrub(
        line(`module says ${secret}${secret}!`, 'info', {
          deep: [{ env: `A=${secret}` }],
          json: JSON.stringify({ secret }),
        }),
      ),
    );
    t.notMatch(text, secret);
    t.notMatch(text, JSON.stringify(JSON.stringify(secret)).slice(3, -3));
  }
  t.strictSame(scrub(line('true story of part-1')), line('true story of part-1'), 'words and names stay');
  t.strictSame(scrubber([])(line('x')), line('x'));
  t.end();
});
