// The door to NetworkManager on a private bus, with a NetworkManager that the test plays.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Message } from 'dbus-next';
import type { Test } from 'tap';
import { realClock } from '../../../daemon/clock.ts';
import { DbusNetworks } from '../../../netplan/dbus/networks.ts';
import type { RunProgram } from '../../../netplan/dbus/program.ts';
import type { NetworkEvent } from '../../../netplan/networks.ts';
import { Secret } from '../../../netplan/secret.ts';
import { PrivateBus, until } from '../../support/private-bus.ts';
import { absolute, FakeNetworkManager } from './fake-network-manager.ts';
import { at, home } from './world.ts';

const silent = { debug() {}, info() {}, warn() {} };

export const added = (message: Message) =>
  Message.newMethodReturn(message, 'ooa{sv}', [absolute('/saved/9'), absolute('/active/9'), {}]);

export async function setUp(t: Test, world = at.home()) {
  const daemon = await PrivateBus.make();
  await daemon.start();
  const fragmentFolder = await mkdtemp(join(tmpdir(), 'fragment-'));
  const programs: string[] = [];
  let broken: string | undefined;
  const run: RunProgram = async (program, args) => {
    programs.push([program, ...args].join(' '));
    return { status: program === broken ? 'failed' : 'done', output: '', complaint: '' };
  };
  /** `late`: milliseconds that the machine's clock is ahead. */
  const clock = { ...realClock(), late: 0, now: () => realClock().now() + clock.late };
  const networks = new DbusNetworks({
    busAddress: daemon.address,
    clock,
    log: silent,
    run,
    configuredInterface: () => undefined,
    digestKey: new Secret('key'),
    fragmentFolder,
  });
  const stop = new AbortController();
  const events: NetworkEvent[] = [];
  const running = networks.run(stop.signal);
  const listening = (async () => {
    for await (const event of networks.events(stop.signal)) events.push(event);
  })();
  const fake = await FakeNetworkManager.start(daemon.address, world, { '/saved/1': home });
  t.teardown(async () => {
    stop.abort();
    await Promise.all([running, listening]);
    fake.service.stop();
    await daemon.end();
  });
  const ready = () => until(async () => (await networks.observe()).available);
  const breaks = (program?: string) => {
    broken = program;
  };
  return { daemon, networks, fake, events, programs, fragmentFolder, ready, clock, breaks };
}
