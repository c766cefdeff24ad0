import { spawn } from 'node:child_process';
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

t.test(
  'killed before it could record its server: that one is ended, also by an agent that is killed in turn',
  async (t) => {
    const agent = killedAgent(t, 'exclusive.sh', { environment: { STOP_SECONDS: '1' } });
    await oneServer(t, agent);
    await agent.kill();
    const [former] = await agent.servers();
    agent.forgetRecord();
    for (let life = 0; life < 2; life++) {
      agent.start();
      await agent.until('it has found the former one', () => agent.says('not known well enough'));
      if (life === 0) await agent.kill();
    }
    await oneServer(t, agent);
    t.notSame(await agent.servers(), [former]);
  },
);

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
  agent.forgetRecord();
  agent.start();
  await agent.until('another runs', () => agent.toPhase('running'));
  const servers = await agent.servers();
  t.equal(servers.length, 1);
  t.notSame(servers, [former]);
});

t.test('a record that names another process is not believed', async (t) => {
  const agent = killedAgent(t, 'exclusive.sh');
  await oneServer(t, agent);
  await agent.kill('SIGTERM');
  const bystander = spawn('sleep', ['1000'], { detached: true });
  t.teardown(() => bystander.kill());
  agent.forgeRecord(bystander.pid ?? 0);
  agent.start();
  await oneServer(t, agent);
  await agent.kill('SIGTERM');
  t.equal(bystander.exitCode ?? bystander.signalCode, null, 'it lives');
});
