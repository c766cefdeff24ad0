import t from 'tap';
import { type KilledAgent, killedAgent, oneServer } from '../../support/killed-agent.ts';

const starts = (agent: KilledAgent) => agent.note('starts').trim().split('\n').filter(Boolean).length;

t.test('killed while the server runs: the next agent ends it and starts its own', async (t) => {
  const agent = killedAgent(t, 'exclusive.sh');
  await oneServer(t, agent);
  const [former] = await agent.servers();
  await agent.kill();
  t.same(await agent.servers(), [former], 'it outlives a killed agent');
  agent.start();
  await oneServer(t, agent);
  t.notSame(await agent.servers(), [former]);
  t.ok(agent.says('a server of a former agent is still there'));
});

t.test('killed while the server starts', async (t) => {
  const agent = killedAgent(t, 'exclusive.sh', { environment: { START_SECONDS: '1' } });
  await agent.until('it starts', () => starts(agent) === 1);
  await agent.kill();
  agent.start();
  await oneServer(t, agent);
});

t.test('killed while the server is being stopped: it gets the rest of its time from the next agent', async (t) => {
  const agent = killedAgent(t, 'exclusive.sh', { environment: { STOP_SECONDS: '1' } });
  await oneServer(t, agent);
  agent.set({ disabled: true });
  await agent.until('it stops', () => agent.toPhase('stopping'));
  await agent.kill();
  agent.set({ disabled: false });
  agent.start();
  await oneServer(t, agent);
});

t.test('only daemons of a former server are left: they end before a server is started', async (t) => {
  const agent = killedAgent(t, 'exclusive.sh');
  await oneServer(t, agent);
  await agent.kill();
  const [server] = await agent.servers();
  process.kill(-(server ?? 0), 'SIGKILL');
  await agent.until('only the daemon is left', async () => (await agent.processes()).length === 1);
  agent.start();
  await oneServer(t, agent);
  t.equal((await agent.processes()).length, 4, 'the server, its sleep, its child and its daemon');
});

t.test('the server of another agent, in another folder, is not touched', async (t) => {
  const [first, second] = [killedAgent(t, 'exclusive.sh'), killedAgent(t, 'exclusive.sh')];
  await Promise.all([oneServer(t, first), oneServer(t, second)]);
  const before = await first.servers();
  await second.kill();
  second.start();
  await oneServer(t, second);
  t.same(await first.servers(), before);
});
