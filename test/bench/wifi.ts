import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import * as z from 'zod';
import { type BenchOptions, type Figure, median, type Report } from './figure.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A round of all three takes some five minutes. */
const mostRounds = 3;
const secondsForAll = 3000;

const line = z.object({ contender: z.enum(['ours', 'nmcli', 'comitup']), figure: z.string(), value: z.number() });
type Contender = z.infer<typeof line>['contender'];

/**
 * What a person waits for, on simulated radios with the real NetworkManager: beside the same done by hand with nmcli, and
 * beside Debian's comitup. All three in turn in one guest. Needs root, and the wifi lab (`test/wifi/lab/setup --peer`).
 */
export async function run(report: Report, { rounds, signal }: BenchOptions): Promise<void> {
  await execa(join(root, 'test/wifi/lab/setup'), ['--peer'], { timeout: 1_800_000, cancelSignal: signal });
  await execa('node', ['deploy/build.ts'], { cwd: root, preferLocal: true, timeout: 180_000 });
  const many = String(Math.min(rounds, mostRounds));
  const args = ['-s', '-t', String(secondsForAll), join(root, 'test/wifi/bench.ts'), many];
  const { stdout } = await execa(join(root, 'test/wifi/lab/run'), args, { cancelSignal: signal, stderr: 'inherit' });
  const measured = stdout
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => line.parse(JSON.parse(text)));
  const middle = (contender: Contender, figure: string): number =>
    median(measured.filter((each) => each.contender === contender && each.figure === figure).map(({ value }) => value));

  const beside = (name: string, unit: string, own: string, peer: Contender, other = own, peerName: string = peer) => {
    const [mine, yours] = [middle('ours', own), middle(peer, other)];
    const figure: Figure = { part: 'wifi', figure: name, ours: mine, peer: yours, peerName, ratio: mine / yours, unit };
    report(figure);
  };
  beside('hotspot', 's', 'hotspot', 'nmcli');
  beside('hotspot-from-start', 's', 'start', 'comitup');
  beside('join', 's', 'join', 'nmcli');
  beside('submission', 's', 'submission', 'comitup');
  beside('wrong-password', 's', 'wrong-password', 'nmcli');
  beside(
    'wrong-password-failure',
    's',
    'wrong-password',
    'nmcli',
    'failure',
    "NetworkManager's own failure, no hotspot",
  );
  beside('wrong-password-posted', 's', 'wrong-password-posted', 'comitup');
  beside('memory', 'MiB PSS', 'memory', 'comitup');
  beside('idle-cpu', '% of a core', 'idle-cpu', 'comitup');
}
