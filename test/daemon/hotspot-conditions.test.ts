import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { Core } from '../../daemon/appliance/core.ts';
import { doorConditions } from '../../daemon/doors/conditions.ts';
import { Health } from '../../daemon/health.ts';
import { conditionsOf, hotspotConditions } from '../../daemon/hotspot-conditions.ts';
import { NameServerError } from '../../dns/errors.ts';
import { portHolder } from '../../netplan/dbus/selfcheck.ts';
import { minutes } from '../../netplan/duration.ts';
import { DoorError } from '../../portal/door.ts';
import { HandClock } from '../support/hand-clock.ts';

t.test('each problem of the hotspot is a condition by its own name, with what was found', async (t) => {
  const held = conditionsOf([
    { code: 'dnsmasq-missing', text: 'dnsmasq is not installed' },
    { code: 'nft-missing', text: 'not shielded' },
    { code: 'program-failed', text: 'ip: no' },
    { code: 'program-failed', text: 'nft: no' },
    { code: 'port-taken', text: 'port 80' },
  ]);
  const holding = [...held].filter(([, detail]) => detail !== undefined);
  t.strictSame(holding, [
    ['nft-missing', 'not shielded'],
    ['hotspot-impaired', 'ip: no; nft: no'],
    ['dnsmasq-missing', 'dnsmasq is not installed'],
  ]);
});

t.test('why no hotspot came up holds while one is wanted, and from the first try since then', async (t) => {
  const clock = new HandClock();
  const health = new Health(clock);
  const problems = [{ code: 'activation-failed', text: 'device 18', failedAt: 7 }] as const;
  let told: () => void = () => undefined;
  const core = {
    state: { mode: { kind: 'hotspot', since: 5 } as object },
    onChange(listener: () => void) {
      told = listener;
      return () => undefined;
    },
  };
  const stop = new AbortController();
  const running = hotspotConditions({ problems }, core as unknown as Core, health).run(stop.signal);
  const held = (mode: object) => {
    core.state = { mode };
    told();
    return health.list(clock.now() + minutes(1)).map(({ code }) => code);
  };
  t.strictSame(held({ kind: 'hotspot', since: 5 }), ['hotspot-refused']);
  t.strictSame(held({ kind: 'station' }), []);
  t.strictSame(held({ kind: 'hotspot', since: 8 }), [], 'wanted anew, and not tried yet');
  stop.abort();
  await running;
});

t.test('without a problem each condition that the hotspot can bring is cleared', async (t) => {
  const none = conditionsOf([]);
  t.equal(none.size, 9);
  t.ok([...none.values()].every((detail) => detail === undefined));
});

const place = { address: '10.42.0.1', answerAddress: '192.0.2.1', setupOnly: false };

function setUp(holder: () => Promise<string | undefined> = async () => undefined) {
  const clock = new HandClock();
  const health = new Health(clock);
  const report = doorConditions(health, holder);
  const held = () => health.list(clock.now() + minutes(1)).map(({ code, text }) => `${code}: ${text}`);
  return { report, held };
}
const taken = () => new DoorError('address-taken', 'cannot listen on 10.42.0.1 port 80');

t.test('a port that another program has is named with the program, until the door opens', async (t) => {
  const { report, held } = setUp(async () => 'nginx (812)');
  report('portal', taken(), place);
  await sleep(0);
  t.match(held(), [/^http-port-in-use: .*port 80, held by nginx \(812\)\)$/]);
  report('portal');
  t.strictSame(held(), []);
});

t.test('a holder that is found too late says nothing', async (t) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { report, held } = setUp(() => promise);
  report('names', new NameServerError('port-in-use', 'Cannot serve names'), place);
  report('names');
  resolve('bind (1)');
  await sleep(0);
  t.strictSame(held(), []);
});

t.test('an address that is not there is no taken port, and each door has its own', async (t) => {
  const { report, held } = setUp();
  report('portal', new DoorError('address-missing', 'cannot listen on 192.0.2.1 port 80'), place);
  report('names', new NameServerError('address-not-available', 'Cannot serve names on 10.42.0.1'), place);
  t.match(held(), [/^hotspot-door-closed: .*192\.0\.2\.1/, /^hotspot-door-closed: .*names/]);
  report('portal', taken(), place);
  t.match(held(), [/^hotspot-door-closed: .*names/, /^http-port-in-use/]);
  report('names');
  report('portal');
  t.strictSame(held(), []);
});

t.test('the program that has a port is found, but never this one', async (t) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.9', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  t.equal(await portHolder(['127.0.0.9'], port), undefined);
  server.close();
});
