import type { Clock } from '../../netplan/clock.ts';
import type { Announcement } from './announcement.ts';
import { endpoints } from './endpoint.ts';
import { listenersOf } from './listeners.ts';
import type { Permission } from './state.ts';
import { type Answer, ask, permissionFrom } from './status.ts';

/** What is asked of a running server over its own local addresses. */
export class Questions {
  readonly #clock: Clock;
  readonly #pid: number;
  /** Where it said that it serves. */
  announced: Announcement | undefined;
  /** Of the last answer: whether it leaves restarts that the cloud wishes to the agent. */
  leavesRestartsToAgent: boolean | undefined;

  constructor(clock: Clock, pid: number, announced: Announcement | undefined) {
    this.#clock = clock;
    this.#pid = pid;
    this.announced = announced;
  }

  /** Whether anything answers as a machine server does. */
  async serves(signal: AbortSignal): Promise<boolean> {
    return (await this.#ask(signal)).some(({ status }) => status !== undefined);
  }

  async permission(signal: AbortSignal): Promise<{ answer: Permission; evidence: object }> {
    const answers = await this.#ask(signal);
    const evidence = Object.fromEntries(
      answers.map(({ endpoint, status, failure }) => [
        `${endpoint.scheme} ${endpoint.host} ${endpoint.port}`,
        status === undefined ? failure : status.restart_allowed,
      ]),
    );
    return { answer: permissionFrom(answers), evidence };
  }

  async #ask(signal: AbortSignal): Promise<readonly Answer[]> {
    const answers = await ask(endpoints(this.announced, await listenersOf(this.#pid)), this.#clock, signal);
    const said = answers.find(({ status }) => status !== undefined)?.status;
    if (said !== undefined) this.leavesRestartsToAgent = said.does_not_handle_needs_restart ?? false;
    return answers;
  }
}
