import t from 'tap';
import { type KilledAgent, killedAgent, oneServer } from '../../support/killed-agent.ts';

const starts = (agent: KilledAgent) => agent.note('starts').trim().split('\n').filter(Boolean).length;

t.test('killed while the server starts: it starts on under the next agent', async (t) => {
  const agent = killedAgent(t, 'exclusive.sh', { environment: { START_SECONDS: '1' } });
  await agent.until('it starts', () => starts(agent) === 1);
  await agent.kill();
  agent.start();
  await oneServer(t, agent);
});

t.test('killed while the server is being stopped: it ends, and another one is started', async (t) => {
  const agent = killedAgent(t, 'exclusive.sh', { environment: { STOP_SECONDS: '1' } });
  await oneServer(t, agent);
  agent.set({ disabled: true });
  await agent.until('it stops', () => agent.toPhase('stopping'));
  await agent.kill();
  agent.set({ disabled: false });
  const former = await agent.servers();
  agent.start();
  await agent.until('another one', async () => {
    const servers = await agent.servers();
    return servers.length === 1 && servers[0] !== former[0];
  });
  await oneServer(t, agent);
});

t.test('only children of a former server are left: all of them end before a server is started', async (t) => {
  const agent = killedAgent(t, 'exclusive.sh');
  await oneServer(t, agent);
  await agent.kill();
  const [server] = await agent.servers();
  // The daemon among them, first in a session of its own, could be taken for the server; one of the others is older.
  process.kill(server ?? 0, 'SIGKILL');
  await agent.until('the server is gone', async () => (await agent.servers()).length === 0);
  t.equal((await agent.processes()).length, 3);
  agent.start();
  await oneServer(t, agent);
  t.equal((await agent.processes()).length, 4, 'the server, its sleep, its child and its daemon');
});

t.test('the server of another agent, in another folder, is not touched', async (t) => {
  const [first, second] = [killedAgent(t, 'exclusive.sh'), killedAgent(t, 'exclusive.sh')];
  await Promise.all([oneServer(t, first), oneServer(t, second)]);
  const before = await first.servers();
  await second.kill('SIGTERM');
  second.start();
  await oneServer(t, second);
  t.same(await first.servers(), before);
});
