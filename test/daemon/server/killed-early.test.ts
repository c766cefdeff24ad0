import t from 'tap';
import { type KilledAgent, killedAgent, oneServer } from '../../support/killed-agent.ts';
import { sleep } from '../../support/supervised.ts';

const starts = (agent: KilledAgent) => agent.note('starts').trim().split('\n').filter(Boolean).length;

t.test('killed in the very moment of the start, before or after the server could be recorded', async (t) => {
  for (let round = 0; round < 4; round++) {
    const agent = killedAgent(t, 'exclusive.sh');
    await agent.until('it decides to start', () => agent.toPhase('starting'));
    await sleep(round * 6);
    await agent.kill();
    agent.start();
    await oneServer(t, agent);
    await agent.kill('SIGTERM');
    t.same(await agent.processes(), []);
  }
});

t.test('killed while it ends a former server', async (t) => {
  const agent = killedAgent(t, 'exclusive.sh', { environment: { STOP_SECONDS: '1' } });
  await oneServer(t, agent);
  for (let life = 0; life < 2; life++) {
    await agent.kill();
    agent.start();
    await agent.until('it has found the former one', () => agent.says('a server of a former agent'));
  }
  await oneServer(t, agent);
});

t.test('killed during the pause of a crash loop', async (t) => {
  const agent = killedAgent(t, 'crash-loop.sh');
  await agent.until('it waits', () => agent.says('"again"'));
  await agent.kill();
  t.same(await agent.processes(), []);
  const before = starts(agent);
  agent.start();
  await agent.until('it is started again, at once', () => starts(agent) > before);
});

t.test('a stubborn server of a former agent is killed when its time is over', async (t) => {
  const agent = killedAgent(t, 'stubborn.sh', { speed: 60 });
  await agent.until('the server runs', () => agent.toPhase('running'));
  const [former] = await agent.servers();
  await agent.kill();
  agent.start();
  await agent.until('another runs', () => agent.toPhase('running'));
  const servers = await agent.servers();
  t.equal(servers.length, 1);
  t.notSame(servers, [former]);
});
