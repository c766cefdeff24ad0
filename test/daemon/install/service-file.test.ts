import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import t from 'tap';
import { serviceFile, usualProgram } from '../../../daemon/install/service-file.ts';
import { stopLimit } from '../../../daemon/unit.ts';

const published = new URL('../../../deploy/machine-agent.service', import.meta.url);

t.test('the published unit is what --install writes', async (t) => {
  const text = serviceFile([usualProgram]);
  if (process.env['TAP_SNAPSHOT'] === '1') writeFileSync(published, text);
  t.equal(readFileSync(published, 'utf8'), text);
});

t.test('systemd understands every line of it', async (t) => {
  const unit = join(t.testdir({}), 'machine-agent.service');
  const complaints = async (text: string) => {
    writeFileSync(unit, text);
    const { stderr } = await execa('systemd-analyze', ['--man=no', 'verify', unit], { reject: false, timeout: 60_000 });
    return stderr.split('\n').filter((line) => line.includes('machine-agent.service'));
  };
  const text = serviceFile([process.execPath]);
  t.strictSame(await complaints(text), []);
  t.match(await complaints(text.replace('WatchdogSec', 'WachdogSec')), [/WachdogSec/], 'and would say so');
});

t.test('systemd waits longer for the end than the agent takes', async (t) => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(serviceFile([usualProgram])) ?? [];
  t.ok(Number(seconds) * 1000 >= stopLimit + 10_000);
});

t.test('a command is written so that systemd reads it back as it is', async (t) => {
  const line = (...command: readonly string[]) => /^ExecStart=(.*)$/m.exec(serviceFile(command))?.[1];
  t.equal(line('/usr/bin/node', '/srv/a/main.ts'), '/usr/bin/node /srv/a/main.ts');
  t.equal(line('/a b/"c"\\d'), '"/a b/\\"c\\"\\\\d"');
  t.equal(line('/100%/$HOME'), '/100%%/$$HOME');
});
