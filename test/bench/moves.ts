import * as z from 'zod';
import { type BenchOptions, figureOf, type Report } from './figure.ts';
import { measuredInLab } from './lab.ts';

const movesOfRound = 2;
const most = 50;
/** Of a machine that does other things as well: its stay, and the way back online, of all three. */
const secondsForEach = 150;
/** What `test/wifi/moves.ts` waits for at most: a move that does not end online counts as so long. */
const longestMove = 300;

const line = z.object({
  contender: z.enum(['ours', 'NetworkManager', 'comitup']),
  move: z.number(),
  to: z.string(),
  seconds: z.number().nullable(),
});
type Move = z.infer<typeof line>;

/**
 * How long a machine is offline that is carried to the next hall, on simulated radios: with the agent, with NetworkManager
 * alone, which has the same networks saved, and with comitup. In turns in one guest; two moves of the agent for each round,
 * at most 50, and fewer of the others. Needs root, and the wifi lab (`test/wifi/lab/setup --peer`).
 */
export async function run(report: Report, { rounds, signal }: BenchOptions): Promise<void> {
  const moves = Math.min(rounds * movesOfRound, most);
  const args = [String(moves), 'ours,NetworkManager,comitup'];
  const seconds = 900 + moves * secondsForEach;
  const measured = await measuredInLab({ program: 'moves.ts', args, seconds, line, signal });
  const of = (contender: Move['contender'], worth: (move: Move) => boolean = () => true) =>
    measured.filter((each) => each.contender === contender && worth(each)).map(({ seconds }) => seconds ?? longestMove);
  const tell = (
    figure: string,
    peer: Exclude<Move['contender'], 'ours'>,
    peerName: string,
    worth?: (move: Move) => boolean,
  ) =>
    report(
      figureOf({ part: 'rehoming', figure, unit: 's', peerName }, { ours: of('ours', worth), peer: of(peer, worth) }),
    );
  const isHidden = ({ to }: Move) => to === 'middle';
  const alone = 'NetworkManager alone, with saved profiles';
  tell('move', 'NetworkManager', alone);
  tell('move-to-hidden', 'NetworkManager', alone, isHidden);
  tell('move-beside-comitup', 'comitup', 'comitup');
  const online = measured.filter(({ contender, seconds }) => contender === 'ours' && seconds !== null).length;
  report(
    figureOf(
      { part: 'rehoming', figure: 'moves-online', unit: `of ${moves}`, peerName: null },
      { ours: [online], peer: [] },
    ),
  );
}
