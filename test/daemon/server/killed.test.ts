import t from 'tap';
import { killedAgent, oneServer } from '../../support/killed-agent.ts';
import { fixture } from '../../support/supervised.ts';

t.test('killed while the server runs: it goes on under the next agent, and so do its lines in the log', async (t) => {
  const agent = killedAgent(t, 'ticks.sh');
  await oneServer(t, agent);
  const former = await agent.servers();
  await agent.kill();
  const ticks = Number(agent.note('ticks'));
  await agent.until('it lives without an agent', () => Number(agent.note('ticks')) > ticks + 5);
  t.same(await agent.servers(), former);
  agent.start();
  await oneServer(t, agent);
  t.same(await agent.servers(), former);
  await agent.until('what it said meanwhile is in the log', () => agent.says(`tick ${ticks + 3}"`));
  process.kill(former[0] ?? 0, 'SIGKILL');
  await agent.until('its end is seen', () => agent.says('"to":"starting"'));
  await agent.until('another one runs', async () => {
    const servers = await agent.servers();
    return servers.length === 1 && servers[0] !== former[0];
  });
  await oneServer(t, agent);
  await agent.kill('SIGTERM');
  t.same(await agent.processes(), [], 'and the end of the agent is its end');
});

t.test('a changed environment, and another program, restart the adopted server by the rules', async (t) => {
  for (const change of [{ environment: { NEW: '1' } }, { program: fixture('serves.sh') }]) {
    const agent = killedAgent(t, 'exclusive.sh', { speed: 120 });
    await oneServer(t, agent);
    const [former] = await agent.servers();
    await agent.kill();
    agent.set({ ...change, environment: { NOTES: agent.folder, ...change.environment } });
    agent.start();
    // It answers nobody: ten minutes are five seconds here.
    await agent.until('it waits for leave', () => agent.says('asked the server whether'));
    t.same(await agent.servers(), [former]);
    await agent.until('another one runs', async () => {
      const servers = await agent.servers();
      return servers.length === 1 && servers[0] !== former;
    });
    await oneServer(t, agent);
  }
});
