// The whole agent as a process, killed while its cloud is away.
import t from 'tap';
import { CloudAgent, until } from '../../support/cloud-agent.ts';
import { FieldTableCloud } from '../../support/field-table-cloud.ts';
import { structOf } from '../../support/field-table-schema.ts';

t.setTimeout(300_000);

type Sent = { readonly queue: string; readonly sequence: number; readonly message: string };

const sent = (cloud: FieldTableCloud): readonly Sent[] =>
  cloud.of('Log').flatMap(({ request }) =>
    (request['logs'] as { sequence: string; message: string }[]).map(({ sequence, message }) => ({
      ...{ queue: String(request['queue']), sequence: Number(sequence), message },
    })),
  );

/** As a cloud that looks at sequences: the first life may be killed between the cloud's taking and its own knowing. */
function taken(cloud: FieldTableCloud): readonly Sent[] {
  const highest = new Map<string, number>();
  return sent(cloud).filter(({ queue, sequence }) => {
    if (sequence <= (highest.get(queue) ?? 0)) return false;
    highest.set(queue, sequence);
    return true;
  });
}

t.test('killed with -9 while the cloud is away, each log line on the disk arrives once, in order', async (t) => {
  const cloud = await new FieldTableCloud().start();
  t.teardown(() => cloud.stop());
  cloud.replies['DeviceAgentConfig'] = () => ({
    check_interval: { seconds: 5 },
    network_configuration: structOf({ hotspot_prefix: 'of-the-cloud' }),
    advanced_settings: structOf({ disable_viam_server: true }),
  });
  const agent = new CloudAgent(t, t.testdir({}), { app_address: cloud.address });
  agent.start();
  await until(() => sent(cloud).some(({ message }) => message === 'ready'), 'the first log line in the cloud');
  t.match(cloud.of('DeviceAgentConfig')[0]?.request, { id: 'part-1', version_info: { agent_running: /^\d/ } });
  await until(() => agent.read('cloud.json').includes('of-the-cloud'), 'the settings on the disk');
  await agent.end('SIGKILL');

  cloud.stop();
  const lives = ['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGTERM'] as const;
  for (const [former, signal] of lives.entries()) {
    agent.start();
    const ready = () => agent.queued.filter(({ record }) => record.text === 'ready').length;
    await until(() => ready() > former, 'the first line of an agent without a cloud, on the disk');
    await agent.end(signal);
  }
  const waiting = agent.queued;
  t.ok(waiting.length >= lives.length);
  const before = sent(cloud).length;

  await cloud.start();
  agent.start();
  await until(() => taken(cloud).filter(({ message }) => message === 'ready').length === 6, 'every life in the log');
  await agent.end('SIGTERM');
  const came = sent(cloud).slice(before);
  t.strictSame(
    came.slice(0, waiting.length).map(({ sequence, message }) => [sequence, message]),
    waiting.map(({ sequence, record }) => [sequence, record.text]),
    'what was on the disk came first, in its order',
  );
  const places = came.map(({ queue, sequence }) => `${queue} ${sequence}`);
  t.equal(new Set(places).size, places.length, 'and each once');
  t.notMatch(agent.said, 'the-machine-secret');
  t.notMatch(JSON.stringify(sent(cloud)), 'the-machine-secret');
});
