import * as z from 'zod';
import type { Clock } from '../clock.ts';
import type { Duration } from '../duration.ts';
import type { JoinReason } from '../reasons.ts';
import type { Bus } from './bus.ts';
import type { Signal } from './connection.ts';
import { names } from './objects.ts';
import { activeStates, deviceStates, reasonOfActivation, reasonOfDevice } from './states.ts';

/** How the making of a connection ended. */
export type Ending =
  | { readonly kind: 'activated' }
  | {
      readonly kind: 'failed';
      readonly reason: JoinReason;
      readonly code: string;
      /** See `Course`. */
      readonly admitted: boolean;
    };

/** What is known of an activation so far. */
export type Course = {
  readonly device: string;
  readonly activation: string | undefined;
  /** `NMDeviceStateReason` with which the device gave up, since it last prepared. */
  readonly deviceReason: number | undefined;
  /** The device asked for its address since then: it was associated, and its password or identity had been accepted. */
  readonly admitted: boolean;
};

const stateChange = z.tuple([z.number(), z.number()], z.number());

/**
 * What a signal means for an activation. The device says why it gave up just before the activation ends: when it failed,
 * but also when it was told to disconnect, or lost its radio; on its way down it says more, which explains nothing. Only
 * what it says after it began to prepare counts, so that the end of a former connection is not taken for ours.
 */
export function follow(course: Course, signal: Signal): Course | Ending {
  if (signal.member !== 'StateChanged') return course;
  const checked = stateChange.safeParse(signal.body);
  if (!checked.success) return course;
  const [state, second, third] = checked.data;
  if (signal.interface === names.device && signal.path === course.device) {
    if (state === deviceStates.prepare) return { ...course, deviceReason: undefined, admitted: false };
    if (state === deviceStates.ipConfig) return { ...course, admitted: true };
    const over = state >= deviceStates.deactivating || state <= deviceStates.disconnected;
    return over && course.deviceReason === undefined ? { ...course, deviceReason: third ?? second } : course;
  }
  if (signal.interface !== names.activation || signal.path !== course.activation) return course;
  if (state === activeStates.activated) return { kind: 'activated' };
  return state === activeStates.deactivated ? failure(course, second) : course;
}

/** `reason`: NMActiveConnectionStateReason, used only where the device said nothing. */
function failure({ deviceReason, admitted }: Course, reason: number): Ending {
  return deviceReason === undefined
    ? { kind: 'failed', reason: reasonOfActivation(reason), code: `activation ${reason}`, admitted }
    : { kind: 'failed', reason: reasonOfDevice(deviceReason), code: `device ${deviceReason}`, admitted };
}

/** An end that NetworkManager did not tell. */
export const ourOwn = (reason: JoinReason, code: string): Ending => ({
  kind: 'failed',
  reason,
  code,
  admitted: false,
});

export const isEnding = (value: Course | Ending): value is Ending => 'kind' in value;

export type Activation = {
  /** Object path. */
  readonly path: string;
  /** Resolves, never rejects. */
  readonly ended: Promise<Ending>;
};

/**
 * Starts an activation with `begin`, which returns its path, and follows it until it is active, has failed, or `limit`
 * is over (reason `timed-out`; it is left running). NetworkManager going away is `interrupted`.
 * @throws what `begin` throws
 */
export async function activate(
  { bus, clock }: { readonly bus: Pick<Bus, 'listen'>; readonly clock: Clock },
  device: string,
  begin: () => Promise<string>,
  limit: Duration,
): Promise<Activation> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  let course: Course = { device, activation: undefined, deviceReason: undefined, admitted: false };
  // Signals may overtake the reply that tells the path: kept until then. A join has some ten.
  let early: Signal[] | undefined = [];
  const take = (signal: Signal) => {
    const next = follow(course, signal);
    if (isEnding(next)) resolve(next);
    else course = next;
  };
  const stop = bus.listen({
    signal: (signal) => (early === undefined ? take(signal) : early.length < 1000 && early.push(signal)),
    owner: () => resolve(ourOwn('interrupted', 'NetworkManager went away')),
  });
  try {
    course = { ...course, activation: await begin() };
  } catch (error) {
    stop();
    throw error;
  }
  for (const signal of early) take(signal);
  early = undefined;
  const over = new AbortController();
  void clock.wait(limit, over.signal).then(() => resolve(ourOwn('timed-out', 'our limit')));
  const ended = promise.finally(() => {
    stop();
    over.abort();
  });
  return { path: course.activation ?? '/', ended };
}
