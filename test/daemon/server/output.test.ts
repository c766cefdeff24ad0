import t from 'tap';
import { limits } from '../../../daemon/server/limits.ts';
import { Supervised, sleep } from '../../support/supervised.ts';

t.test('a flood does not hide the announcement, is bounded in the log, and what is left out is said', async (t) => {
  const machine = new Supervised(t, 'floods.sh').start();
  await machine.untilPhase('running');
  await sleep(500);
  const lines = machine.lines.filter(({ text }) => text.startsWith('0000')).length;
  t.ok(lines >= limits.lineBurst && lines < limits.lineBurst * 3, `${lines} lines`);
  await machine.shutDown();
  const dropped = machine.lines.filter(({ text }) => text.includes('left out of the log'));
  const sum = dropped.reduce((all, { evidence }) => all + Number(evidence['lines']), 0);
  t.ok(sum > 100_000, `${sum} lines were left out`);
});

t.test('a line without end is cut, and what comes after it is read right', async (t) => {
  const machine = new Supervised(t, 'huge-line.sh').start();
  await machine.untilPhase('running');
  const huge = machine.lines.find(({ text }) => text.startsWith('xxx'));
  t.equal(huge?.text.length, limits.lineBytes);
  t.equal(huge?.evidence['cutAt'], limits.lineBytes);
  t.ok(machine.said('odd bytes'), 'bytes that are no UTF-8 do no harm');
  t.equal(machine.lines.filter(({ text }) => text.startsWith('x')).length, 1);
});

t.test('lines come raw, with their level, and with their source', async (t) => {
  const machine = new Supervised(t, 'crashes.sh').start();
  await machine.until('its error', () => machine.said('something is wrong') !== undefined);
  t.match(machine.said('something is wrong'), {
    level: 'error',
    text: '2026-05-01T10:00:00.000Z\tERROR\tmain\tsomething is wrong',
    evidence: { source: 'machine-server' },
  });
});
