import * as z from 'zod';
import { type BenchOptions, type Figure, median, type Report } from './figure.ts';
import { measuredInLab } from './lab.ts';

/** A round of all three takes some five minutes, the first one a quarter of an hour more: two of them are left idle. */
const mostRounds = 3;
const secondsForAll = 3000;

const line = z.object({ contender: z.enum(['ours', 'nmcli', 'comitup']), figure: z.string(), value: z.number() });
type Contender = z.infer<typeof line>['contender'];

/**
 * What a person waits for, on simulated radios with the real NetworkManager: beside the same done by hand with nmcli, and
 * beside Debian's comitup. All three in turn in one guest. Needs root, and the wifi lab (`test/wifi/lab/setup --peer`).
 */
export async function run(report: Report, { rounds, signal }: BenchOptions): Promise<void> {
  const many = String(Math.min(rounds, mostRounds));
  const args = [many];
  const measured = await measuredInLab({ program: 'bench.ts', args, seconds: secondsForAll, line, signal });
  const values = (contender: Contender, figure: string): readonly number[] =>
    measured.filter((each) => each.contender === contender && each.figure === figure).map(({ value }) => value);

  const told = (figure: string, unit: string, peerName: string, ours: number, peer: number) => {
    const each: Figure = { part: 'wifi', figure, ours, peer, peerName, ratio: ours / peer, unit };
    report(each);
  };
  const beside = (name: string, unit: string, own: string, peer: Contender, other = own, peerName: string = peer) =>
    told(name, unit, peerName, median(values('ours', own)), median(values(peer, other)));
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
  // Of a minute, and of all of them: what comes every five minutes is only in the second.
  beside('idle-cpu', '% of a core', 'idle-cpu', 'comitup');
  const average = (contender: Contender) => {
    const minutes = values(contender, 'idle-cpu');
    return minutes.reduce((sum, each) => sum + each, 0) / minutes.length;
  };
  told('idle-cpu-average', '% of a core', 'comitup', average('ours'), average('comitup'));
}
