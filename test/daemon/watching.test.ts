import t from 'tap';
import { Core } from '../../daemon/appliance/core.ts';
import { watcher } from '../../daemon/appliance/watching.ts';
import { begin } from '../../daemon/provisioning/begin.ts';
import { Outcomes } from '../../netplan/dbus/outcomes.ts';
import { minutes } from '../../netplan/duration.ts';
import { HandClock } from '../support/hand-clock.ts';
import { keptLog } from '../support/kept-log.ts';
import { nothingAround, rules, up } from '../support/machine.ts';

function watched() {
  const clock = new HandClock();
  const outcomes = new Outcomes(clock);
  const seen = { phones: 0, looks: [] as number[] };
  const networks = {
    async observe() {
      seen.looks.push(clock.now() / minutes(1));
      return { ...nothingAround, at: clock.now(), hotspot: { ...up, stations: seen.phones } };
    },
    events: (signal: AbortSignal) => outcomes.events(signal),
  };
  const remembered = {
    offline: undefined,
    attempt: undefined,
    reboots: { inARow: 0, writable: true },
    configured: false,
  };
  const state = begin(nothingAround, remembered, clock.now(), rules);
  const core = new Core(clock, () => ({ rules, profiles: [] }), state);
  const { log } = keptLog();
  const stop = new AbortController();
  const watching = watcher(core, networks, clock, log);
  const running = watching.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
  });
  return { clock, seen, watching };
}

t.test('where nothing is said, the networks are looked at every five minutes', async (t) => {
  const { clock, seen } = watched();
  await clock.advance(minutes(16));
  t.strictSame(seen.looks, [0, 5, 10, 15]);
});

t.test('five minutes after any look, whoever asked for it', async (t) => {
  const { clock, seen, watching } = watched();
  await clock.advance(minutes(2));
  await watching.look();
  await clock.advance(minutes(9));
  t.strictSame(seen.looks, [0, 2, 7]);
});

t.test('while a phone is in the hotspot, every minute: nothing tells that it leaves', async (t) => {
  const { clock, seen } = watched();
  seen.phones = 1;
  await clock.advance(minutes(2.5));
  t.strictSame(seen.looks, [0, 1, 2]);
  seen.phones = 0;
  await clock.advance(minutes(10));
  t.strictSame(seen.looks, [0, 1, 2, 3, 8], 'it has left: every five minutes again');
});
