import * as z from 'zod';
import { milliseconds, seconds } from '../duration.ts';
import { NetworkError } from '../errors.ts';
import type { Observation } from '../network.ts';
import type { Hotspot } from '../profile.ts';
import { quietestChannel } from './channel.ts';
import type { Signal } from './connection.ts';
import { canBeHotspot, radioState } from './devices.ts';
import { checkPorts, clearHotspot, furnish, type HotspotDoors, raiseHotspot, takeFragmentAway } from './hotspot.ts';
import { type Device, names, type World } from './objects.ts';
import { chosenDevice, type Facts, hotspotActivation, observation } from './observe.ts';
import { programProblem } from './problems.ts';
import type { Radio } from './radio.ts';
import { marksIn } from './reading.ts';
import { activeStates, deviceStates } from './states.ts';
import { Turns } from './turns.ts';
import { boolean } from './values.ts';

/** From switching a radio on until NetworkManager can use it. */
const radioLimit = seconds(5);
/** From the wish until the hotspot has left the air. */
const endLimit = seconds(5);
const clearAgain = seconds(10);

/** The hotspot from up to down, one change at a time; what belongs to it goes with it, however it ends. */
export class HotspotLife {
  readonly #doors: HotspotDoors;
  readonly #radio: Radio;
  readonly #turns = new Turns();
  /** Object path of its activation, while it is up. */
  #activation: string | undefined;
  #rising = false;
  /** Nothing of a hotspot lies around: no use in starting programs that would find nothing. */
  #clean = false;
  /** When it was last tried to make it so. */
  #cleared = Number.NEGATIVE_INFINITY;
  /** Waits for the end of this activation. */
  #ending: { readonly path: string; readonly ended: () => void } | undefined;

  constructor(doors: HotspotDoors, radio: Radio) {
    this.#doors = doors;
    this.#radio = radio;
  }

  /**
   * One is being put up, and not everything that belongs to it is there: it may be active for NetworkManager and still
   * lack its DHCP server, for whose want it fails a moment later, or the address that the portal is to open on.
   */
  get rising(): boolean {
    return this.#rising;
  }

  /** Object path of the activation of one that is up, with all that belongs to it. */
  get standing(): string | undefined {
    return this.#activation;
  }

  /** Nothing happens when the same hotspot stands already. */
  up(hotspot: Hotspot, digest: string, device: Device, facts: Facts): Promise<void> {
    return this.#turns.take(async () => {
      const standing = observation(facts).hotspot;
      if (standing.state === 'up' && standing.digest === digest) return;
      await this.#end(facts);
      if (!canBeHotspot(device)) {
        throw new NetworkError('no-wifi-device', `${device.Interface} cannot be an access point`);
      }
      await this.#prepareRadio(hotspot, device, facts);
      const site = { device: device.path, interface: device.Interface, channel: channelFor(device, facts) };
      this.#rising = true;
      this.#clean = false;
      this.#activation = await raiseHotspot(this.#doors, hotspot, digest, site).finally(() => {
        this.#rising = false;
      });
    });
  }

  down(facts: Facts): Promise<void> {
    return this.#turns.take(() => this.#end(facts));
  }

  /** It was taken down by somebody else, or its dnsmasq died: then NetworkManager takes it down. */
  hear({ interface: name, path, member, body }: Signal): void {
    if (name !== names.activation || member !== 'StateChanged' || body[0] !== activeStates.deactivated) return;
    if (path === this.#ending?.path) this.#ending.ended();
    if (path === this.#activation) this.#gone();
  }

  /**
   * At a look: an end that was told before it was known that the hotspot stands is noticed, and what could not be taken
   * away is tried again. `before`: `standing` before that look began, as a look that is older than the hotspot says nothing.
   */
  async tend({ available, hotspot }: Observation, world: World, before: string | undefined): Promise<void> {
    if (!available) return;
    if (before !== undefined && before === this.#activation && isOver(before, world)) this.#gone();
    const due = () =>
      !this.#clean &&
      this.#activation === undefined &&
      hotspot.state === 'down' &&
      this.#doors.clock.now() - this.#cleared >= clearAgain;
    // When its turn comes, another hotspot may be up.
    if (due() && !this.#rising) await this.#turns.take(async () => (due() ? this.#clear() : undefined));
  }

  /** NetworkManager is away, or only our way to it: `tidy` finds out what is left once it is back. */
  lost(): void {
    this.#ending?.ended();
    this.#activation = undefined;
  }

  #gone(): void {
    this.#activation = undefined;
    void this.#turns.take(() => this.#clear());
  }

  /**
   * What an agent that was killed has left: a hotspot that stands is furnished again, one that was just starting is
   * ended (nobody knows how far its surroundings came), what belongs to none goes, and NetworkManager has its radio
   * back.
   * @returns false while NetworkManager is still starting, and may not have taken down yet what a former one had on the air
   */
  tidy(facts: Facts): Promise<boolean> {
    return this.#turns.take(async () => {
      this.#doors.problems.noFailure();
      this.#clean = false;
      // Other shared connections of the machine may be starting, and must not find it.
      await takeFragmentAway(this.#doors);
      const { available, hotspot: standing } = observation(facts);
      if (!available) return false;
      const activation = hotspotActivation(facts.world, facts.settings);
      const stored = facts.settings.get(activation?.Connection ?? '/');
      const device = facts.world.devices.get(activation?.Devices[0] ?? '/');
      const answerAddress = stored && marksIn(stored)?.answerAddress;
      if (standing.state !== 'up' || activation === undefined || answerAddress === undefined || device === undefined) {
        const held = chosenDevice(facts);
        if (held?.Autoconnect === false) {
          await this.#doors.service.setProperty(held.path, names.device, 'Autoconnect', boolean(true));
        }
        await this.#end(facts);
        return true;
      }
      this.#activation = activation.path;
      this.#doors.problems.clear();
      await furnish(this.#doors, device.Interface, { own: standing.address, answerAddress });
      await checkPorts(this.#doors, standing.address);
      return true;
    });
  }

  async #end({ world, settings }: Facts): Promise<void> {
    this.#activation = undefined;
    const activation = hotspotActivation(world, settings);
    // The shield stays until no phone is there any more.
    if (activation !== undefined) await this.#deactivate(activation.path);
    await this.#clear();
  }

  /** Until it is gone, or NetworkManager has had its time: it takes some seconds. */
  async #deactivate(path: string): Promise<void> {
    const { service, clock } = this.#doors;
    const { promise, resolve } = Promise.withResolvers<void>();
    const over = new AbortController();
    this.#ending = { path, ended: resolve };
    try {
      await service.deactivate(path);
      await Promise.race([promise, clock.wait(endLimit, over.signal)]);
    } finally {
      this.#ending = undefined;
      over.abort();
    }
  }

  async #clear(): Promise<void> {
    if (this.#clean) return this.#doors.problems.clear();
    this.#cleared = this.#doors.clock.now();
    this.#clean = await clearHotspot(this.#doors);
  }

  /** A radio that is off because no country was ever set is switched on once one is. */
  async #prepareRadio({ country }: Hotspot, device: Device, { world }: Facts): Promise<void> {
    const { service, clock, problems } = this.#doors;
    const state = world.manager === undefined ? 'on' : radioState(world.manager);
    const set = country === undefined ? undefined : await this.#radio.setCountry(country);
    if (set?.status === 'missing') problems.add(programProblem('iw', set));
    else if (set !== undefined && set.status !== 'done') {
      problems.add({ code: 'country-refused', text: `country ${country}: ${set.complaint || set.status}` });
    }
    if (state === 'on') return;
    if (state === 'hard-blocked' || country === undefined) {
      const why = state === 'hard-blocked' ? 'by its switch' : 'by software; perhaps because no country is set';
      throw new NetworkError('radio-blocked', `the radio of ${device.Interface} is off ${why}`);
    }
    await service.setProperty('/org/freedesktop/NetworkManager', names.manager, 'WirelessEnabled', boolean(true));
    for (const end = clock.now() + radioLimit; clock.now() < end; await clock.wait(milliseconds(200))) {
      const now = await service.properties(device.path, names.device, z.object({ State: z.number() }));
      if (now !== undefined && now.State >= deviceStates.disconnected) return;
    }
  }
}

const isOver = (path: string, { activations }: World): boolean =>
  (activations.get(path)?.State ?? activeStates.deactivated) === activeStates.deactivated;

/** What is heard on 2.4 GHz decides, without our own. */
const channelFor = (device: Device, { world }: Facts): number =>
  quietestChannel(
    (device.wireless?.AccessPoints ?? [])
      .flatMap((path) => world.accessPoints.get(path) ?? [])
      .filter(({ HwAddress }) => HwAddress !== device.wireless?.HwAddress)
      .map(({ Frequency, Strength }) => ({ frequency: Frequency, signal: Strength })),
  );
