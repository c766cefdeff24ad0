import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { limits } from '../../../daemon/server/limits.ts';
import { hours, minutes } from '../../../netplan/duration.ts';
import { Supervised, sleep } from '../../support/supervised.ts';

const yes = '{"restart_allowed": true}';
const no = '{"restart_allowed": false}';
const noon = Date.parse('2026-11-28T12:00:00Z');
const always = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const atNight = { days: always, from: hours(22), to: hours(4), time_zone: 'UTC' };

/** A running server whose `/restart_status` says what the test writes. */
async function answering(t: Test, first: string, more: { timeOfDay?: () => number; bind?: string } = {}) {
  const machine = new Supervised(t, 'answers.ts', { parts: { timeOfDay: more.timeOfDay ?? (() => noon) } });
  const file = join(machine.folder, 'answer');
  const answer = (text: string) => writeFileSync(file, text);
  answer(first);
  machine.set({ viam_server_env: { ANSWER: file, BIND: more.bind ?? '127.0.0.1' } });
  await machine.start().untilPhase('running');
  const change = () =>
    machine.set({ viam_server_env: { ...machine.settings.viam_server_env, NEW: String(Math.random()) } });
  const runs = () => machine.unit.status().tally.starts;
  const asked = async () => {
    const before = machine.lines.length;
    await machine.until('it was asked', () => machine.lines.slice(before).some(({ text }) => text.startsWith('asked')));
  };
  return { machine, answer, change, runs, asked };
}

t.test('a changed environment restarts a server that allows it', async (t) => {
  const { machine, change, runs } = await answering(t, yes);
  change();
  await machine.until('the second start', () => runs() === 2);
  await machine.untilPhase('running');
  t.match(machine.unit.status().tally, { restarts: 1, crashes: 0 });
});

t.test('a no is waited for, and asked again until it is a yes', async (t) => {
  const { machine, answer, change, runs, asked } = await answering(t, no);
  change();
  await asked();
  for (let question = 0; question < 3; question++) {
    const again = asked();
    machine.clock.jump(limits.askEvery);
    await again;
  }
  t.equal(runs(), 1);
  t.match(machine.unit.status().restart, { waits: 'the server does not allow it now' });
  machine.clock.jump(minutes(1));
  t.ok(machine.held().includes('server-restart-waits'));
  answer(yes);
  machine.clock.jump(limits.askEvery);
  await machine.until('the second start', () => runs() === 2);
});

t.test('the wish of an operator and of the cloud obey the same rules', async (t) => {
  for (const reason of ['operator', 'cloud'] as const) {
    const { machine, answer, runs, asked } = await answering(t, no);
    const first = asked();
    machine.unit.restart(reason);
    await first;
    t.equal(runs(), 1);
    answer(yes);
    machine.clock.jump(limits.askEvery);
    await machine.until('the second start', () => runs() === 2);
  }
});

t.test('an answer that hangs or makes no sense is no answer: after ten minutes the restart happens', async (t) => {
  for (const nonsense of ['hang', 'odd', '[]', '{"restart_allowed": "yes"}']) {
    const { machine, answer, change, runs } = await answering(t, yes);
    answer(nonsense);
    change();
    if (nonsense === 'hang') await sleep(100);
    for (let passed = 0; passed < limits.silence; passed += minutes(1)) {
      t.equal(runs(), 1, `${nonsense} for ${passed / 60_000} minutes`);
      machine.clock.jump(minutes(1));
      await sleep(60);
    }
    await machine.until('the second start', () => {
      machine.clock.jump(limits.askEvery);
      return runs() === 2;
    });
  }
});

t.test('a server that is bound to one address only, or to all, is asked there', async (t) => {
  for (const bind of ['127.0.0.7', '0.0.0.0', '::']) {
    const { machine, change, runs } = await answering(t, yes, { bind });
    change();
    await machine.until('the second start', () => runs() === 2);
  }
  t.pass();
});

t.test('outside of the maintenance window nothing is restarted, inside the server is asked', async (t) => {
  let time = noon;
  const { machine, change, runs } = await answering(t, yes, { timeOfDay: () => time });
  machine.set({ maintenance_window: atNight });
  t.equal(await machine.unit.mayRestart(AbortSignal.timeout(5000)), 'closed');
  change();
  for (let count = 0; count < 100; count++) machine.clock.jump(limits.askEvery);
  await sleep(200);
  t.equal(runs(), 1);
  time = Date.parse('2026-11-28T22:00:00Z');
  t.equal(await machine.unit.mayRestart(AbortSignal.timeout(5000)), 'allowed');
  machine.clock.jump(limits.askEvery);
  await machine.until('the second start', () => runs() === 2);
});

t.test('other settings that change do not restart the server', async (t) => {
  const { machine, runs } = await answering(t, yes);
  machine.set({ viam_server_start_timeout_minutes: minutes(1), wait_for_update_check: true });
  await sleep(300);
  t.equal(runs(), 1);
  t.equal(machine.unit.status().restart, undefined);
});

t.test('new credentials restart the server by the rules', async (t) => {
  const { machine, runs } = await answering(t, yes);
  machine.credentials = 'others';
  machine.unit.changed();
  await machine.until('the second start', () => runs() === 2);
});

t.test('whether the agent may restart is the word of a server that serves, and free without one', async (t) => {
  const { machine, answer } = await answering(t, no);
  const may = () => machine.unit.mayRestart(AbortSignal.timeout(10_000));
  t.equal(await may(), 'denied');
  answer('odd');
  t.equal(await may(), 'unreachable');
  machine.set({ disable_viam_server: true });
  await machine.untilPhase('stopped');
  t.equal(await may(), 'allowed');
});
