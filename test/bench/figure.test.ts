import t from 'tap';
import { alternate, figureLine, figureOf, figureText, median } from './figure.ts';

const options = { rounds: 4, signal: new AbortController().signal };
const named = { part: 'dns', figure: 'rate', unit: 'queries/s', peerName: 'dnsmasq 2.90' };

t.test('both are measured in each round, each goes first every other time, and one round warms up', async (t) => {
  const order: string[] = [];
  const measure = (name: string) => async () => order.push(name);
  const rounds = await alternate(measure('ours'), measure('peer'), options);
  t.equal(order.length, 10, 'four rounds and the unmeasured one, of two each');
  t.strictSame(order.slice(2), ['ours', 'peer', 'peer', 'ours', 'ours', 'peer', 'peer', 'ours']);
  t.equal(rounds.ours.length, 4);
  t.equal(rounds.peer.length, 4);
});

t.test('an abort ends the rounds early, with what was measured so far', async (t) => {
  const interrupted = new AbortController();
  let measured = 0;
  const ours = async () => {
    measured++;
    if (measured === 3) interrupted.abort();
    return measured;
  };
  const rounds = await alternate(ours, undefined, { rounds: 100, signal: interrupted.signal });
  t.strictSame(rounds, { ours: [2, 3], peer: [] });
});

t.test('a median does not mind the order, one wild value, or an even count', async (t) => {
  t.equal(median([9, 1, 2]), 2);
  t.equal(median([1, 2, 3, 1000]), 2.5);
  t.throws(() => median([]), RangeError);
});

t.test('a figure is one line of JSON with its seven members in order', async (t) => {
  const figure = figureOf(named, { ours: [30_000, 31_821.123, 33_000], peer: [36_046] });
  t.equal(
    figureLine(figure),
    '{"part":"dns","figure":"rate","ours":31820,"peer":36050,"peerName":"dnsmasq 2.90","ratio":0.8828,"unit":"queries/s"}',
  );
  t.match(figureText(figure), /^dns\/rate +31800 queries\/s +dnsmasq 2\.90: 36000 queries\/s +ratio 0\.883$/);
});

t.test('without a peer there is no ratio, and the reason can stand in its place', async (t) => {
  const figure = figureOf({ ...named, peerName: 'dnsmasq is not installed' }, { ours: [5], peer: [] });
  t.match(figure, { peer: null, ratio: null });
  t.match(figureText(figure), /5 queries\/s +\(dnsmasq is not installed\)$/);
  t.match(figureText({ ...figure, peerName: null }), /5 queries\/s$/);
  t.equal(figureOf(named, { ours: [5], peer: [0] }).ratio, null, 'nothing is divided by zero');
});
