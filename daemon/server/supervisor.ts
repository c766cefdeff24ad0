import { realpath } from 'node:fs/promises';
import { type Duration, formatDuration, hours, milliseconds } from '../../netplan/duration.ts';
import { Bell } from '../bell.ts';
import { environmentDigest } from './environment.ts';
import { findFormer } from './former.ts';
import { type ControlGroup, delegatedGroup } from './group.ts';
import { Life } from './life.ts';
import { begin, deadline, next } from './lifecycle.ts';
import { limits } from './limits.ts';
import { memoryWatch } from './out-of-memory.ts';
import { Outlets } from './outlets.ts';
import type { ServerParts } from './parts.ts';
import { fingerprint } from './program.ts';
import { Records } from './record.ts';
import { heldConditions, type ServerStatus, serverCodes, troubleText, waitText } from './report.ts';
import type { Facts, Occurrence, Permission, RestartReason, State } from './state.ts';
import { isOpen } from './window.ts';

type Store = { readonly records: Records; readonly outlets: Outlets };

/** Runs the lifecycle: gathers facts and time, and does what each change of the state asks for. */
export class Supervisor {
  readonly #parts: ServerParts;
  readonly #group: ControlGroup | undefined = delegatedGroup();
  readonly #memory = memoryWatch();
  #bell = new Bell(AbortSignal.abort());
  #signal = AbortSignal.abort();
  #state: State;
  #life: Life | undefined;
  #fetched = false;
  #tried = '';
  #store: Store | undefined;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#state = begin(parts.clock.now(), { kind: 'nothing' });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    this.#signal = signal;
    this.#bell = new Bell(signal);
    await this.#begin();
    void this.#awaitConfiguration();
    while (!(signal.aborted && this.#state.phase === 'stopped')) {
      this.take({ kind: 'time' });
      if (await this.#programChanged()) this.take({ kind: 'program-changed' });
      await this.#bell.sleep(clock, this.#untilNextLook());
    }
    for (const code of serverCodes) this.#parts.health.clear(code);
  }

  changed(): void {
    this.#bell.ring();
  }

  restart(reason: RestartReason): void {
    this.#parts.log.info({ reason, phase: this.#state.phase }, 'a restart of the server is wished');
    this.take({ kind: 'restart', reason });
  }

  async mayRestart(signal: AbortSignal): Promise<Permission> {
    if (!this.#windowOpen()) return 'closed';
    const life = this.#state.phase === 'running' ? this.#life : undefined;
    return life?.questions === undefined ? 'allowed' : (await life.questions.permission(signal)).answer;
  }

  get leavesRestartsToAgent(): boolean | undefined {
    return this.#life?.questions?.leavesRestartsToAgent;
  }

  status(): ServerStatus {
    const { phase, trouble, tally } = this.#state;
    const running = this.#state.phase === 'running' ? this.#state : undefined;
    return {
      ...{ phase, tally, pid: this.#life?.pid, version: this.#life?.version },
      uptime: running === undefined ? undefined : this.#parts.clock.now() - running.servingSince,
      obstacle: this.#facts().obstacle,
      trouble: trouble === undefined ? undefined : troubleText(trouble),
      restart: running?.restart === undefined ? undefined : { waits: waitText(running.restart) },
    };
  }

  /** The one door for everything that happens. Never waits. */
  readonly take = (occurrence: Occurrence): void => {
    const at = this.#parts.clock.now();
    const before = this.#state;
    this.#state = next(before, { ...occurrence, at }, this.#facts());
    if (this.#state === before) return;
    this.#say(before, this.#state);
    this.#act(before, this.#state);
    this.#reportHealth();
    this.#bell.ring();
  };

  /** Once: a unit that failed and runs again goes on with the state, and the server, that it has. */
  async #begin(): Promise<void> {
    const { clock, log, runFolder, processes } = this.#parts;
    if (this.#store !== undefined) return;
    const store = { records: await Records.open(runFolder), outlets: await Outlets.open(runFolder) };
    this.#store = store;
    const around = { processes, clock, group: this.#group, mark: runFolder };
    const former = await findFormer(around, await store.records.read());
    if (former === undefined) return;
    const { record, leader, pids } = former;
    this.#life = this.#newLife(0, store);
    if (record === undefined) {
      log.warn(
        { pids, server: leader?.pid },
        'a server of a former agent is not known well enough to go on: it is ended',
      );
      this.#state = begin(clock.now(), { kind: 'remains' });
      this.#life.takeOver(former);
      return this.#life.terminate();
    }
    log.info({ server: record.pid, serving: record.serving }, 'a server of a former agent goes on under this one');
    this.#state = begin(clock.now(), { kind: 'adopted', ...record });
    this.#life.takeOver(former);
    const wanted = await realpath(this.#parts.program().path).catch(() => record.executable);
    if (wanted !== record.executable) this.restart('version');
  }

  #act(before: State, after: State): void {
    if (after.phase === 'starting' && (before.phase === 'stopped' || before.run.id !== after.run.id)) {
      if (this.#store === undefined) throw new Error('started before it was begun');
      this.#life = this.#newLife(after.run.id, this.#store);
      void this.#start(this.#life);
    }
    if (after.phase === 'stopping') {
      if (before.phase !== 'stopping') this.#life?.terminate();
      else if (after.kills > before.kills) this.#life?.kill();
    }
    const wasAsking = before.phase === 'running' && before.restart?.asking === true;
    if (after.phase === 'running' && after.restart?.asking === true && !wasAsking) void this.#askLeave(after.run.id);
  }

  async #start(life: Life): Promise<void> {
    const { path } = this.#parts.program();
    this.#tried = await fingerprint(path);
    await life.start();
  }

  #newLife(run: number, store: Store): Life {
    return new Life(run, { ...this.#parts, ...store, group: this.#group, memory: this.#memory, take: this.take });
  }

  async #askLeave(run: number): Promise<void> {
    const questions = this.#life?.questions;
    let answer: Permission = 'closed';
    if (this.#windowOpen()) {
      const asked = await questions?.permission(this.#signal);
      answer = asked?.answer ?? 'unreachable';
      this.#parts.log.debug({ run, answer, ...asked?.evidence }, 'asked the server whether it may be restarted');
    }
    this.take({ kind: 'permission', run, answer });
  }

  async #awaitConfiguration(): Promise<void> {
    const { clock, firstStart, log } = this.#parts;
    const over = new AbortController();
    const limit = AbortSignal.any([this.#signal, over.signal]);
    const late = clock.wait(limits.configuration, limit);
    const fetched = firstStart
      .fetched(limit)
      .catch((error) => log.debug({ err: error }, 'no configuration was fetched'));
    await Promise.race([fetched, late]);
    over.abort();
    this.#fetched = true;
    this.#bell.ring();
  }

  #facts(): Facts {
    const settings = this.#parts.settings();
    return {
      obstacle: this.#obstacle(),
      environment: environmentDigest(settings.viam_server_env),
      credentials: this.#parts.credentials() ?? '',
      startTimeout: settings.viam_server_start_timeout_minutes,
    };
  }

  #obstacle(): Facts['obstacle'] {
    const parts = this.#parts;
    if (this.#signal.aborted) return 'shutting-down';
    if (parts.settings().disable_viam_server) return 'disabled';
    if (parts.credentials() === undefined) return 'not-configured';
    const wait = !parts.firstStart.fast && (parts.firstStart.wait || parts.settings().wait_for_update_check);
    return wait && !this.#fetched && this.#state.tally.starts === 0 ? 'waiting-for-configuration' : undefined;
  }

  #windowOpen(): boolean {
    return isOpen(this.#parts.settings().maintenance_window, this.#parts.timeOfDay());
  }

  /** Only asked while a server that failed waits for its next start. */
  async #programChanged(): Promise<boolean> {
    return this.#watchesFile() && (await fingerprint(this.#parts.program().path)) !== this.#tried;
  }

  #watchesFile(): boolean {
    return this.#state.phase === 'stopped' && this.#state.failures > 0 && this.#obstacle() === undefined;
  }

  #untilNextLook(): Duration {
    const due = deadline(this.#state, this.#facts());
    const sleep = due === undefined ? hours(1) : milliseconds(Math.max(0, due - this.#parts.clock.now()));
    return this.#watchesFile() ? milliseconds(Math.min(sleep, limits.fileEvery)) : sleep;
  }

  #reportHealth(): void {
    const held = heldConditions(this.#state);
    for (const code of serverCodes) {
      const detail = held.get(code);
      if (detail === undefined) this.#parts.health.clear(code);
      else this.#parts.health.set(code, detail);
    }
  }

  #say(before: State, after: State): void {
    if (before.phase === after.phase && !('run' in before && 'run' in after && before.run.id !== after.run.id)) return;
    const evidence = {
      ...{ from: before.phase, to: after.phase },
      ...(after.phase === 'stopped' ? { obstacle: this.#obstacle() } : { run: after.run.id }),
      ...(after.phase === 'stopping' ? { why: after.reason } : {}),
      ...(after.trouble === undefined ? {} : { trouble: troubleText(after.trouble), failures: after.failures }),
      ...(after.phase === 'stopped' && after.startAt > after.since
        ? { again: formatDuration(after.startAt - after.since) }
        : {}),
    };
    const bad = after.trouble !== undefined && after.trouble !== before.trouble;
    this.#parts.log[bad ? 'error' : 'info'](evidence, 'the server changed its state');
  }
}
