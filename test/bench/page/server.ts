// The portal of a device in memory, on the port given: what is measured. `slow` as second argument: submissions take 90 s.
import { setTimeout as pause } from 'node:timers/promises';
import { realClock } from '../../../daemon/clock.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { loadPage } from '../../../portal/assets.ts';
import { Portal } from '../../../portal/portal.ts';
import { townNetworks } from '../../support/page-model.ts';
import { MemorySession, row } from '../../support/session.ts';

const [port = '', slow] = process.argv.slice(2);
const { page, problem } = await loadPage(new URL('../../../dist/page', import.meta.url).pathname);
if (problem !== undefined) throw problem;
const networks = townNetworks.map(({ id, name, security, signal, supported, known }) =>
  row(ssidFromText(name), { id, security, signal, supported, known }),
);
const session = new MemorySession({ networks });
// What a test wants to read back would grow without end here.
session.act = () => {};
if (slow === 'slow') session.slowness = () => pause(90_000);
const log = { debug() {}, info() {}, warn() {}, error: (facts: object) => console.error(facts) };
const portal = new Portal({
  ...{ session, page, log, clock: realClock(), openapi: '{}' },
  hosts: () => ({ address: '127.0.0.1', port: Number(port), names: [], mode: 'redirect' }),
  result: { port: 80, localNames: () => [] },
});
await portal.open({ addresses: ['127.0.0.1'], ports: [Number(port)] });
