import t from 'tap';
import { type KilledAgent, killedAgent, oneServer } from '../../support/killed-agent.ts';
import { fixture } from '../../support/supervised.ts';

const starts = (agent: KilledAgent) => agent.note('starts').trim().split('\n').filter(Boolean).length;

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
    const agent = killedAgent(t, 'exclusive.sh', { speed: 60 });
    await oneServer(t, agent);
    const [former] = await agent.servers();
    await agent.kill();
    agent.set({ ...change, environment: { NOTES: agent.folder, ...change.environment } });
    agent.start();
    // It answers nobody: ten minutes are ten seconds here.
    await agent.until('it waits for leave', () => agent.says('asked the server whether'));
    t.same(await agent.servers(), [former]);
    await agent.until('another one runs', async () => {
      const servers = await agent.servers();
      return servers.length === 1 && servers[0] !== former;
    });
    await oneServer(t, agent);
  }
});

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
  await second.kill('SIGTERM');
  second.start();
  await oneServer(t, second);
  t.same(await first.servers(), before);
});
