import type { Instant } from '../../netplan/duration.ts';
import type { MachineCredentials } from '../../portal/session.ts';
import { errorText } from '../errors.ts';
import type { Answer } from './answer.ts';
import { type Machine, readCache, sameMachine, writeCache } from './cache.ts';
import type { CloudParts } from './parts.ts';
import { type Program, programs, sameWish, type Wishes } from './wishes.ts';

/** `undefined`: nobody asked yet, or there is nobody to ask. */
export type Reach = 'yes' | 'no' | 'refused' | undefined;

/** What the cloud said last, and whether it answers: in force, on the disk, and for everybody who waits for it. */
export class Standing {
  readonly #parts: CloudParts;
  readonly #listeners = new Set<() => void>();
  #machine: Machine | undefined;
  #wishes: Wishes = {};
  #text: string | undefined;
  #unsaved = false;
  #reach: Reach;

  constructor(parts: CloudParts) {
    this.#parts = parts;
  }

  get wishes(): Wishes {
    return this.#wishes;
  }

  get reached(): Reach {
    return this.#reach;
  }

  /** Calls `listener` after each change of the wishes or of the reach; returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes what was kept on the disk, before anything else happens. */
  async load(): Promise<void> {
    const { cachePath, configuration, log, disk } = this.#parts;
    const cached = await readCache(cachePath, log, disk);
    if (cached === undefined) return;
    this.#machine = cached.machine;
    this.#wishes = cached.wishes;
    this.#text = cached.text;
    configuration.set(cached.layer);
  }

  /** Another machine's settings may hold another owner's networks: they go, and so does the file. */
  async belongTo(credentials: MachineCredentials | undefined): Promise<void> {
    if (credentials === undefined || this.#machine === undefined || sameMachine(this.#machine, credentials)) return;
    const { configuration, log } = this.#parts;
    log.info({ machine: credentials.id }, 'the settings of another machine are dropped');
    this.#machine = { appAddress: credentials.appAddress, id: credentials.id };
    this.#wishes = {};
    this.#text = '{}';
    configuration.set({ name: 'cloud', value: {} });
    await this.#save();
    this.#tell();
  }

  /** In force at once, also where it cannot be kept. */
  async take(answer: Answer, { appAddress, id }: MachineCredentials): Promise<void> {
    const { configuration, health, log } = this.#parts;
    const machine = { appAddress, id };
    const wished = programs.filter((program) => !sameWish(this.#wishes[program], answer.wishes[program]));
    const settings = answer.text !== this.#text;
    if (answer.fragmentProblem === undefined) health.clear('fragment-refused');
    else health.set('fragment-refused', answer.fragmentProblem);
    if (!settings && wished.length === 0 && sameMachine(machine, this.#machine) && !this.#unsaved) return;
    this.#machine = machine;
    this.#wishes = answer.wishes;
    this.#text = answer.text;
    if (settings) {
      configuration.set(answer.layer);
      log.info({ bytes: answer.text.length }, 'new settings from the cloud are in force');
    }
    for (const program of wished) this.#sayWish(program);
    await this.#save();
    if (wished.length > 0) this.#tell();
  }

  /** @param asked when the call began of which this is the outcome */
  reach(reach: Reach, asked: Instant): void {
    // Told each time: a word about former links may have been forgotten meanwhile.
    this.#parts.network.reaches(reach === 'yes', asked);
    if (reach === this.#reach) return;
    this.#reach = reach;
    this.#tell();
  }

  #sayWish(program: Program): void {
    this.#parts.log.info({ program, version: this.#wishes[program]?.version }, 'a version is wished by the cloud');
  }

  async #save(): Promise<void> {
    const { cachePath, health, log, disk } = this.#parts;
    if (this.#machine === undefined || this.#text === undefined) return;
    try {
      await writeCache(cachePath, { machine: this.#machine, wishes: this.#wishes, text: this.#text }, disk);
      this.#unsaved = false;
      health.clear('storage-unwritable', 'cloud');
    } catch (error) {
      // Tried again with each answer. Until then the old file is whole, and older.
      this.#unsaved = true;
      log.error({ err: error, path: cachePath }, "the cloud's settings cannot be kept");
      health.set('storage-unwritable', errorText(error), 'cloud');
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
