import { Message, Variant } from 'dbus-next';
import t, { type Test } from 'tap';
import * as z from 'zod';
import { realClock } from '../../../daemon/clock.ts';
import { Bus } from '../../../netplan/dbus/bus.ts';
import { boolean, int64, string, Typed } from '../../../netplan/dbus/values.ts';
import { type Duration, milliseconds } from '../../../netplan/duration.ts';
import { collectGarbage } from '../../support/garbage.ts';
import { FakeService, losing, PrivateBus, until } from '../../support/private-bus.ts';

const name = 'org.example.Service';
const request = { path: '/org/example', interface: 'org.example.Thing', member: 'Ask' };
const silent = { debug() {}, info() {}, warn() {} };

async function setUp(t: Test, options: { started?: boolean } = {}) {
  const daemon = await PrivateBus.make();
  if (options.started !== false) await daemon.start();
  const bus = new Bus({
    address: daemon.address,
    service: name,
    pathNamespace: '/org',
    clock: realClock(),
    log: silent,
  });
  const stop = new AbortController();
  const running = bus.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
    await daemon.end();
  });
  return { daemon, bus };
}

const echo = (message: Message) => Message.newMethodReturn(message, message.signature, message.body);
const answer = (signature: string, body: unknown[]) => (message: Message) =>
  Message.newMethodReturn(message, signature, body);

t.test('a call brings its checked reply, and values of each kind arrive as they were', async (t) => {
  const { daemon, bus } = await setUp(t);
  const service = await FakeService.start(daemon.address, name, echo);
  t.teardown(() => service.stop());
  await until(() => bus.owner !== undefined);
  const inner = { 'odd ☕': string('a"b'), on: boolean(true), big: int64(-1), list: new Typed('as', ['x']) };
  const body = [{ one: { ssid: new Typed('ay', Buffer.from([0xc6, 0x00])), more: new Typed('a{sv}', inner) } }];
  const any = z.tuple([z.record(z.string(), z.record(z.string(), z.unknown()))]);
  const [reply] = await bus.call({ ...request, signature: 'a{sa{sv}}', body }, any);
  t.strictSame(reply, {
    one: { ssid: Buffer.from([0xc6, 0x00]), more: { 'odd ☕': 'a"b', on: true, big: -1n, list: ['x'] } },
  });
});

t.test('without a bus every call fails at once, and a bus that comes is found', async (t) => {
  const { daemon, bus } = await setUp(t, { started: false });
  await t.rejects(bus.call(request, z.unknown()), { code: 'unavailable' });
  await daemon.start();
  const service = await FakeService.start(daemon.address, name, echo);
  t.teardown(() => service.stop());
  await until(() => bus.owner !== undefined);
  t.resolves(bus.call(request, z.tuple([])));
});

t.test('who has the name is asked anew where the answer was lost', async (t) => {
  const daemon = await PrivateBus.make();
  await daemon.start();
  const service = await FakeService.start(daemon.address, name, echo);
  const path = `${daemon.address.replace('unix:path=', '')}.proxy`;
  const lost = await losing(t, path, daemon.address, 'GetNameOwner');
  const real = realClock();
  // Ten seconds take a tenth of one.
  const clock = {
    ...real,
    wait: (time: Duration, signal?: AbortSignal) => real.wait(milliseconds(time / 100), signal),
  };
  const bus = new Bus({ address: `unix:path=${path}`, service: name, pathNamespace: '/org', clock, log: silent });
  const stop = new AbortController();
  const running = bus.run(stop.signal);
  await until(() => bus.owner !== undefined);
  t.equal(lost(), 1);
  stop.abort();
  await running;
  service.stop();
  await daemon.end();
});

t.test('signals are heard again after the service restarted, and its coming and going is told', async (t) => {
  const { daemon, bus } = await setUp(t);
  const heard: unknown[] = [];
  let owners = 0;
  bus.listen({ signal: ({ member, body }) => heard.push([member, ...body]), owner: () => owners++ });
  for (let round = 1; round <= 3; round++) {
    const service = await FakeService.start(daemon.address, name, echo);
    await until(() => bus.owner !== undefined);
    service.signal('/org/example', 'org.example.Thing', 'Changed', 'u', [round]);
    await until(() => heard.length === round);
    service.stop();
    await until(() => bus.owner === undefined);
    await t.rejects(bus.call(request, z.unknown()), { code: 'unavailable' });
  }
  t.strictSame(
    heard,
    [1, 2, 3].map((round) => ['Changed', round]),
  );
  t.equal(owners, 6);
});

t.test('signals of other services and of other paths are not heard', async (t) => {
  const { daemon, bus } = await setUp(t);
  const heard: string[] = [];
  bus.listen({ signal: ({ member }) => heard.push(member) });
  const other = await FakeService.start(daemon.address, 'org.example.Other', echo);
  const service = await FakeService.start(daemon.address, name, echo);
  t.teardown(() => [other.stop(), service.stop()]);
  await until(() => bus.owner !== undefined);
  other.signal('/org/example', 'org.example.Thing', 'Foreign');
  service.signal('/com/example', 'org.example.Thing', 'Elsewhere');
  service.signal('/org/example', 'org.example.Thing', 'Ours');
  await until(() => heard.includes('Ours'));
  t.strictSame(heard, ['Ours']);
});

t.test('a bus that dies ends the calls that wait, and all works again when it is back', async (t) => {
  const { daemon, bus } = await setUp(t);
  const mute = await FakeService.start(daemon.address, name, () => undefined);
  await until(() => bus.owner !== undefined);
  const waiting = bus.call(request, z.unknown());
  const refused = t.rejects(waiting, { code: 'unavailable' });
  await until(() => mute.calls.length === 1);
  await daemon.stop();
  await refused;
  await until(() => bus.owner === undefined);
  await daemon.start();
  const service = await FakeService.start(daemon.address, name, echo);
  t.teardown(() => service.stop());
  await until(() => bus.owner !== undefined);
  await t.resolves(bus.call(request, z.tuple([])));
});

t.test('a service that dies ends the calls that wait for it', async (t) => {
  const { daemon, bus } = await setUp(t);
  const mute = await FakeService.start(daemon.address, name, () => undefined);
  await until(() => bus.owner !== undefined);
  const refused = t.rejects(bus.call(request, z.unknown()), { code: 'unavailable' });
  await until(() => mute.calls.length === 1);
  mute.stop();
  await refused;
});

t.test('a call without a reply ends at its limit, and what comes too late is ignored', async (t) => {
  const { daemon, bus } = await setUp(t);
  const held: Message[] = [];
  const service = await FakeService.start(daemon.address, name, (message) => {
    if (message.member !== 'Ask') return echo(message);
    held.push(message);
    return undefined;
  });
  t.teardown(() => service.stop());
  await until(() => bus.owner !== undefined);
  await t.rejects(bus.call(request, z.unknown(), milliseconds(50)), { code: 'timed-out' });
  for (const message of held) service.send(echo(message));
  await t.resolves(bus.call({ ...request, member: 'Other' }, z.tuple([])));
});

t.test('a reply of another shape is refused, and its values are not in the error', async (t) => {
  const { daemon, bus } = await setUp(t);
  const secret = { psk: new Variant('s', 'do not tell') };
  const service = await FakeService.start(daemon.address, name, answer('a{sv}', [secret]));
  t.teardown(() => service.stop());
  await until(() => bus.owner !== undefined);
  const error = await bus.call(request, z.tuple([z.string()])).catch((error: unknown) => error);
  t.match(error, { code: 'refused', message: /Ask: its reply is not as expected/ });
  t.notMatch(String(error), /do not tell/);
});

t.test('a message that cannot be built is refused without quoting what was in it', async (t) => {
  const { daemon, bus } = await setUp(t);
  const service = await FakeService.start(daemon.address, name, echo);
  t.teardown(() => service.stop());
  await until(() => bus.owner !== undefined);
  for (const body of [['very\0secret'], [{ secret: 'verysecret' }], [undefined]]) {
    const error = await bus.call({ ...request, signature: 's', body }, z.unknown()).catch((error: unknown) => error);
    t.match(error, { code: 'refused' });
    t.notMatch(JSON.stringify([String(error), String((error as Error).cause)]), /secret|object Object/);
  }
  await t.resolves(bus.call(request, z.tuple([])));
});

t.test('whoever is told that the service is there can call it at once, whenever it came', async (t) => {
  const { daemon, bus } = await setUp(t, { started: false });
  const calls: Promise<unknown>[] = [];
  bus.listen({ owner: (owner) => owner !== undefined && calls.push(bus.call(request, z.tuple([]))) });
  for (let round = 1; round <= 5; round++) {
    await daemon.start();
    // It comes while the connection is being made.
    const service = await FakeService.start(daemon.address, name, echo);
    await until(() => calls.length >= round);
    await t.resolves(Promise.all(calls));
    service.stop();
    await daemon.stop();
    await until(() => bus.owner === undefined);
  }
});

t.test('a signal from anybody else is none, also when it is addressed to us', async (t) => {
  const { daemon, bus } = await setUp(t);
  const service = await FakeService.start(daemon.address, name, echo);
  const stranger = await FakeService.start(daemon.address, 'org.example.Stranger', echo);
  t.teardown(() => {
    service.stop();
    stranger.stop();
  });
  await until(() => bus.owner !== undefined);
  const heard: string[] = [];
  bus.listen({ signal: ({ member }) => heard.push(member), owner: () => heard.push('owner') });
  await bus.call(request, z.unknown());
  const us = String(service.calls.at(-1)?.sender);
  const owner = [name, String(bus.owner), ''];
  stranger.signalTo(us, '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'NameOwnerChanged', 'sss', owner);
  stranger.signalTo(us, '/org/example', 'org.example.Thing', 'Forged', '', []);
  service.signal('/org/example', 'org.example.Thing', 'Real');
  await until(() => heard.length > 0);
  t.strictSame(heard, ['Real']);
});

t.test('what was answered is not kept: months of replies need no more memory than one', async (t) => {
  const { daemon, bus } = await setUp(t);
  const service = await FakeService.start(daemon.address, name, answer('s', ['x'.repeat(100_000)]));
  t.teardown(() => service.stop());
  await until(() => bus.owner !== undefined);
  const held = async (calls: number) => {
    for (let call = 0; call < calls; call++) await bus.call(request, z.tuple([z.string()]));
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await held(20);
  t.ok((await held(200)) - before < 5_000_000, 'of 20 million characters');
});
