// The whole agent as a process: the cloud's page wishes a restart of machine-server, and the server's own rules hold.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { CloudAgent, until } from '../../support/cloud-agent.ts';
import { localCloud } from '../../support/local-cloud.ts';
import { fixture } from '../../support/supervised.ts';

t.setTimeout(300_000);

t.test('a restart that the cloud wishes comes when the server allows it, and once', async (t) => {
  // Short: the path of the agent's socket has at most 107 bytes (unix(7)).
  const root = mkdtempSync(join(tmpdir(), 'restart-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const cloud = await localCloud(t, { folder: join(root, 'cloud') });
  const { id, secret } = cloud.store.machines.create('with a server');
  const answer = join(root, 'answer');
  const says = (allowed: boolean) =>
    writeFileSync(answer, JSON.stringify({ restart_allowed: allowed, does_not_handle_needs_restart: true }));
  says(false);
  const environment = { advanced_settings: { debug: true, viam_server_env: { ANSWER: answer } } };
  cloud.store.machines.configure(id, JSON.stringify(environment));
  const agent = new CloudAgent(t, join(root, 'agent'), {
    app_address: cloud.url,
    ...{ id, secret: secret.reveal() },
  });
  const bin = join(agent.root, 'var/lib/machine-agent/bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(fixture('answers.ts'), join(bin, 'machine-server'));
  agent.start();
  const running = () => agent.said.split('"to":"running"').length - 1;
  await until(() => running() === 1, 'the server runs');

  cloud.store.machines.askRestart(id, true);
  await until(() => agent.said.includes('the cloud wishes a restart'), 'the wish arrives');
  t.equal(cloud.store.machines.known(id).restart, false, 'and is told once');
  await until(() => /"reason":"cloud".*"answer":"denied"/s.test(agent.said), 'the server says no');
  t.equal(running(), 1, 'an explicit no holds');
  says(true);
  await until(() => running() === 2, 'the server runs again');
  await agent.end('SIGTERM');
  t.strictSame(cloud.faults, []);
});
