// Faults of the world around the real agent: each from a known state, to the end that it must have, with nothing left behind.
import { rmSync } from 'node:fs';
import {
  comesTo,
  conditions,
  type End,
  forgetNetworks,
  hotspotStands,
  isOnline,
  type Machine,
  prepareMachine,
  startAgent,
  stopAgent,
} from './agent.ts';
import { joinHotspot, machineCredentials, submit } from './person.ts';
import { check, holds, lab, printed, step, until } from './story.ts';
import { fragment } from './surroundings.ts';

export const home = { ssid: 'My Home', psk: 'correct horse' };

export type Scene = {
  readonly name: string;
  /**
   * `online`: a machine with credentials, on its network at home, which somebody saved with NetworkManager. `hotspot`: one
   * that belongs to nobody, as on the first day. `waiting`: with credentials, and its network at home switched off.
   */
  readonly from: 'online' | 'hotspot' | 'waiting';
  readonly machine?: Omit<Machine, 'configured'>;
  readonly disturb: () => Promise<unknown>;
  /** Where it must come to while the fault lasts; nothing is waited for unless given. */
  readonly meanwhile?: End | undefined;
  /** As `saved`, before it is mended; the same where nothing else is said. */
  readonly savedMeanwhile?: readonly string[] | undefined;
  /** What is then said of it. */
  readonly said?: string;
  readonly mend?: () => Promise<unknown>;
  readonly end: End;
  /** The profiles that there must be at the end, and no others. */
  readonly saved: readonly string[];
  /** The first state cannot be reached from what is left: begin anew. */
  readonly spoils?: true;
};

/** The first state that the scene before has left as it was. */
let left: string | undefined;
const stateOf = ({ from, machine = {} }: Scene) => JSON.stringify([from, machine]);

/** The first state of a scene. */
async function begin(scene: Scene): Promise<void> {
  const { from, machine = {} } = scene;
  const stands = from === 'online' ? isOnline : hotspotStands;
  if (left === stateOf(scene) && (await stands())) return;
  await stopAgent();
  await forget();
  prepareMachine({ ...machine, configured: from !== 'hotspot' });
  if (from !== 'hotspot') {
    if (!(await holds('background_runs', 'home-hostapd'))) await lab('router_on', 'home');
    await until(120, () => joined());
  }
  if (from === 'waiting') await lab('router_off', 'home');
  await startAgent();
  await comesTo(from === 'online' ? 'online' : 'hotspot', from === 'hotspot' ? [] : [home.ssid]);
}

const joined = () =>
  lab('device_join', home.ssid, home.psk).then(
    () => true,
    () => undefined,
  );

/** No wifi profiles, and nothing of an agent. */
async function forget(): Promise<void> {
  await forgetNetworks();
  rmSync(fragment, { force: true });
  await printed('nmcli', 'device', 'set', 'wlan0', 'autoconnect', 'yes');
}

/** Each scene in turn. The common end of all: the device is where it should be, and nothing else is left. */
export async function play(scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes) {
    const { name, disturb, meanwhile, said, mend, end, saved, savedMeanwhile = saved, spoils } = scene;
    step(name);
    await check(`from ${scene.from}`, () => begin(scene));
    await check('the fault', disturb);
    if (meanwhile !== undefined) await check(`it comes to ${meanwhile}`, () => comesTo(meanwhile, savedMeanwhile));
    if (said !== undefined) await check(`it is said: ${said}`, () => until(150, () => conditions().has(said)));
    if (mend !== undefined) await check('it is mended', mend);
    await check(`it ends ${end}, and nothing else is left`, () => comesTo(end, saved));
    if (said !== undefined) await check('it is no longer said', () => until(90, () => !conditions().has(said)));
    const asBefore = scene.from === 'online' ? end === 'online' : scene.from === 'hotspot' && saved.length === 0;
    left = spoils === undefined && asBefore ? stateOf(scene) : undefined;
  }
  await stopAgent();
}

/** Somebody gives the network at home from a phone. */
export async function give(psk = home.psk): Promise<void> {
  await joinHotspot();
  await submit({ ssid: home.ssid, psk, ...machineCredentials });
}
