import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { localCloud, type TestCloud } from './local-cloud.ts';

/** A folder for pictures, for eyes; without it none are taken. */
const pictures = process.env['PICTURES'];

export async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

export const go = (page: Page, hash: string) => page.evaluate(`location.assign(${JSON.stringify(hash)})`);

export const record = (level: string, message: string, sequence: number) => ({
  ...{ time: Date.UTC(2026, 0, 2, 3, 4, sequence % 60), level: level as 'info', logger: 'agent', message },
  ...{ fields: { from: 'station' }, sequence: BigInt(sequence) },
});

/** A cloud with something to see in every view. */
export async function furnished(
  t: Test,
): Promise<{ readonly cloud: TestCloud; readonly box: string; readonly hall: string }> {
  const cloud = await localCloud(t);
  const { machines, fragments, logs } = cloud.store;
  const { id: box } = machines.create('Box in hall 3');
  machines.create('Box on the shelf');
  const { id: hall } = fragments.create('Halls');
  cloud.key();
  machines.configure(box, '{\n  "network_configuration": { "hotspot_password": "short" }\n}\n');
  machines.reported(
    box,
    {
      host: { platform: 'linux/arm64', distro: 'debian:12', tags: ['rpi4'] },
      versions: { agentRunning: '1.2.3', agentInstalled: '1.2.3', serverRunning: '0.9.0', serverInstalled: '0.9.1' },
      ...{ agentUptime: 4000, serverUptime: 60, fragmentId: hall, answers: { room: '4' }, wishes: [] },
      conditions: [{ code: 'clock-implausible', severity: 'warning', text: 'The clock is wrong.', about: '' }],
    },
    Date.now(),
  );
  logs.append(box, 'q', [record('info', 'station -> hotspot', 1), record('error', 'no address was given', 2)]);
  return { cloud, box, hall };
}
