import t, { type Test } from 'tap';
import { seconds } from '../../../netplan/duration.ts';
import { openTownPage, townApp } from '../../../netplan/simulated/page.ts';
import type { TownAct } from '../../../netplan/simulated/page-acts.ts';
import type { ApplianceSnapshot, PageState } from '../../../netplan/simulated/page-state.ts';
import { town } from '../../../netplan/simulated/town.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { TownAgent, wifiProfile } from '../../support/town-agent.ts';

async function begin(t: Test) {
  const clock = new HandClock();
  const here = town({ clock });
  const home = here.addAccessPoint({ ssid: ssidFromText('Home'), password: 'correct horse' });
  const agent = new TownAgent(here, clock);
  const speeds: number[] = [];
  const listeners = new Set<() => void>();
  const snapshot = (): ApplianceSnapshot => ({
    mode: 'station',
    sentence: 'All is well.',
    decisions: [],
    conditions: [],
    clockFactor: 1,
  });
  let restarts = 0;
  const app = await townApp(here, {
    snapshot,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setSpeed: (factor) => speeds.push(factor),
    restartAgent: async () => {
      restarts++;
    },
  });
  t.teardown(() => app.close());
  const headers = { host: 'localhost:8081', origin: 'http://localhost:8081' };
  const act = async (payload: TownAct) => {
    const response = await app.inject({ method: 'POST', url: '/act', headers, payload });
    return { status: response.statusCode, ...response.json<{ error?: string; result?: string }>() };
  };
  return { app, here, home, clock, agent, act, headers, speeds, listeners, restarts: () => restarts };
}

t.test('the page is one document that loads nothing from elsewhere', async (t) => {
  const { app } = await begin(t);
  const { body, headers } = await app.inject({ url: '/', headers: { host: 'localhost:8081' } });
  t.match(headers['content-security-policy'], /default-src 'none'/);
  t.notMatch(
    body.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, ''),
    /(?:src|href)="(?!data:)|https?:\/\/(?!localhost|127\.0\.0\.1)[a-z]/,
  );
  t.match(body, /<meta name="viewport"/);
});

t.test('what is done on the page happens in town', async (t) => {
  const { here, home, act, speeds, agent, clock, restarts } = await begin(t);
  await act({
    act: 'change-access-point',
    id: home,
    changes: { on: false, signal: 20, internet: 'no', temper: 'silent' },
  });
  t.match(here.view().accessPoints, [
    { on: false, signal: 20, internet: 'no', temper: 'silent', password: 'correct horse' },
  ]);
  await act({ act: 'change-access-point', id: home, changes: { password: null } });
  t.match(here.view().accessPoints, [{ password: undefined, security: ['open'] }]);
  await act({ act: 'change-access-point', id: home, changes: { password: 'battery' } });
  t.match(here.view().accessPoints, [{ password: 'battery', security: ['wpa-psk'] }]);
  await act({ act: 'add-access-point', name: 'Café', password: null });
  t.match(here.view().accessPoints[1], { name: 'Café', security: ['open'] });
  await act({ act: 'remove-access-point', id: home });
  t.equal(here.view().accessPoints.length, 1);
  await act({ act: 'change-port', interface: 'eth0', changes: { plugged: true, internet: 'sign-in' } });
  t.match(here.view().ports, [{ plugged: true, internet: 'sign-in' }]);
  await act({ act: 'change-radio', changes: { block: 'hard-blocked', hotspotFailures: 2 } });
  t.match(here.view().radio, { block: 'hard-blocked', hotspotFailures: 2 });
  await act({ act: 'change-radio', changes: { block: 'on', hotspotFailures: 0 } });
  await act({ act: 'check-internet', checks: false });
  t.equal(here.view().checksInternet, false);
  await act({ act: 'network-manager', here: false });
  t.equal(here.view().networkManager, 'away');
  await act({ act: 'network-manager', here: true });
  await clock.advance(seconds(3));
  t.equal(here.view().networkManager, 'running');
  here.saveProfile({ ...wifiProfile({ ssid: 'Home' }), source: 'other' });
  await act({ act: 'delete-profile', id: 'profile of Home' });
  t.notOk(here.view().profiles.some(({ name }) => name === 'Home'));
  await act({ act: 'speed', factor: 60 });
  t.same(speeds, [60]);
  await act({ act: 'restart-agent' });
  t.equal(restarts(), 1);
  await agent.hotspotUp();
  await act({ act: 'hotspot-falls' });
  t.equal(here.view().hotspot.state, 'down');
});

t.test('a phone joins from the page, with the right password only', async (t) => {
  const { here, act, agent } = await begin(t);
  await agent.hotspotUp();
  const join = (password: string) =>
    agent.done(act({ act: 'phone-joins', name: 'mine', ssid: 'machine-setup-box1', password }));
  t.match(await join('wrong'), { result: 'wrong-password' });
  t.match(await join('machinesetup'), { result: 'joined' });
  t.match(here.view().phones, [{ name: 'mine' }]);
  await act({ act: 'phone-leaves', name: 'mine' });
  t.same(here.view().phones, []);
});

t.test('what does not make sense is refused with a reason, and changes nothing', async (t) => {
  const { here, act, app, headers } = await begin(t);
  const before = JSON.stringify(here.view());
  t.match(await act({ act: 'remove-access-point', id: 'nobody' }), { status: 409, error: /no nobody in town/ });
  t.match(await act({ act: 'add-access-point', name: 'é'.repeat(17), password: null }), {
    status: 400,
    error: /1 to 32 bytes/,
  });
  for (const payload of [
    { act: 'speed', factor: 121 },
    { act: 'speed', factor: 'fast' },
    { act: 'explode' },
    [],
    { act: 'change-radio', changes: { interface: 'x' } },
  ]) {
    const { statusCode } = await app.inject({ method: 'POST', url: '/act', headers, payload });
    t.equal(statusCode, 400, JSON.stringify(payload));
  }
  const large = { act: 'phone-leaves', name: 'x'.repeat(5000) };
  t.equal((await app.inject({ method: 'POST', url: '/act', headers, payload: large })).statusCode, 413);
  t.equal(JSON.stringify(here.view()), before);
});

t.test('a town that is full takes no more routers', async (t) => {
  const { here, act } = await begin(t);
  for (let count = 1; count < 40; count++) here.addAccessPoint({ ssid: ssidFromText(`r${count}`) });
  t.match(await act({ act: 'add-access-point', name: 'one more', password: null }), {
    status: 409,
    error: 'the town is full',
  });
});

t.test('other sites, other names and other types get nothing', async (t) => {
  const { app, here } = await begin(t);
  const ask = async (method: 'GET' | 'POST', url: string, headers: Record<string, string>) =>
    (await app.inject({ method, url, headers, ...(method === 'POST' ? { payload: '{"act":"hotspot-falls"}' } : {}) }))
      .statusCode;
  const json = { 'content-type': 'application/json' };
  t.equal(await ask('GET', '/', { host: 'evil.example' }), 421);
  t.equal(await ask('GET', '/state', { host: 'evil.example:8081' }), 421);
  t.equal(await ask('GET', '/state', { host: 'localhost.evil.example' }), 421);
  t.equal(await ask('GET', '/state', { host: 'localhost', 'sec-fetch-site': 'cross-site' }), 403);
  t.equal(await ask('GET', '/events', { host: 'localhost', origin: 'http://localhost:3000' }), 403);
  t.equal(await ask('POST', '/act', { host: 'localhost:1', origin: 'https://evil.example', ...json }), 403);
  t.equal(await ask('POST', '/act', { host: 'localhost:1', origin: 'null', ...json }), 403);
  t.equal(await ask('POST', '/act', { host: 'localhost:1', 'sec-fetch-site': 'cross-site', ...json }), 403);
  t.equal(await ask('POST', '/act', { host: 'localhost', 'content-type': 'text/plain' }), 415);
  t.equal(await ask('POST', '/act', { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' }), 415);
  t.equal(
    await ask('GET', '/', { host: '127.0.0.1:8081', 'sec-fetch-site': 'cross-site' }),
    200,
    'a link from elsewhere',
  );
  t.equal(await ask('GET', '/state', { host: '[::1]:8081' }), 200);
  t.equal(here.view().accessPoints.length, 1);
});

t.test('each change is told to every open page at once', async (t) => {
  const { app, here, home, listeners } = await begin(t);
  const address = await openTownPage(app, 0);
  const response = await fetch(`${address}events`);
  t.match(response.headers.get('content-type'), 'text/event-stream');
  const states = statesOf(response);
  t.match((await states.next()).value, {
    town: { accessPoints: [{ name: 'Home', on: true }] },
    appliance: { mode: 'station' },
  });
  here.changeAccessPoint(home, { on: false });
  here.changeAccessPoint(home, { signal: 5 });
  t.match(
    (await states.next()).value,
    { town: { accessPoints: [{ on: false, signal: 5 }] } },
    'changes at one time are one message',
  );
  for (const listener of listeners) listener();
  t.ok((await states.next()).value, 'a change of the appliance as well');
  await states.return(undefined);
});

t.test('the seventeenth open page is refused, and closing ends them all', async (t) => {
  const { app } = await begin(t);
  const address = await openTownPage(app, 0);
  const open = await Promise.all(Array.from({ length: 16 }, () => fetch(`${address}events`)));
  const refused = await fetch(`${address}events`);
  t.equal(refused.status, 503);
  await refused.body?.cancel();
  const ends = open.map(async ({ body }) => {
    for await (const _ of body ?? []) {
      // Until the end.
    }
  });
  await app.close();
  await Promise.all(ends);
  t.pass('all have ended');
});

async function* statesOf({ body }: Response): AsyncGenerator<PageState | undefined, undefined> {
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) if (message.startsWith('data: ')) yield JSON.parse(message.slice(6)) as PageState;
  }
  return undefined;
}
