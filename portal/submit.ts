import type { FastifyReply } from 'fastify';
import type { Clock } from '../netplan/clock.ts';
import { PortalError } from './errors.ts';
import { shownAgain } from './fields.ts';
import { portalLimits } from './limits.ts';
import type { Period } from './period.ts';
import { refusalError } from './problems.ts';
import type { CredentialsRequest, SubmitRequest } from './requests.ts';
import type { Attempt, ClientId, ProvisioningSession } from './session.ts';
import { readMachine, readSubmission } from './submission.ts';

/** What form and JSON do alike with a body that fits its schema. */
export type Desk = {
  readonly session: ProvisioningSession;
  readonly period: Period;
  readonly clock: Clock;
};

export function checkToken(token: string, period: Period): void {
  if (!period.accepts(token)) throw new PortalError('form-expired', [{ field: 'token', problem: 'wrong' }]);
}

/** @throws PortalError with the fields that are wrong, or with the device's refusal */
export async function submit(request: SubmitRequest, client: ClientId, { session, period }: Desk): Promise<Attempt> {
  checkToken(request.token, period);
  session.act(client, 'act');
  const { submission, ...flawed } = readSubmission(request, session.status());
  if (submission === undefined) {
    const detail = 'detail' in flawed ? flawed.detail : undefined;
    throw new PortalError('fields-invalid', flawed.errors, detail);
  }
  const outcome = await session.submit(client, submission);
  if (!outcome.accepted) throw refusalError(outcome);
  period.remember(client, outcome.attempt.id, shownAgain(request));
  return outcome.attempt;
}

/** Keeps machine credentials for a later submission of the same client. */
export function stage(request: CredentialsRequest, client: ClientId, { session, period }: Desk): void {
  checkToken(request.token, period);
  session.act(client, 'act');
  const { part, errors, detail } = readMachine(request);
  if (part === undefined) throw new PortalError('fields-invalid', errors, detail);
  if (Object.values(part).every((value) => value === undefined)) throw new PortalError('nothing-to-do');
  const outcome = session.stage(client, part);
  if (outcome?.accepted === false) throw refusalError(outcome);
}

/**
 * Calls `received` when the reply has reached the phone: its side of the connection is closed too (the reply must ask
 * for that with `Connection: close`), or 15 s are over. Only then the hotspot may go: a reply that is cut off leaves
 * the person in front of a white page.
 */
export function onceReceived(reply: FastifyReply, clock: Clock, received: () => void): void {
  const { socket } = reply.raw;
  const closed = new AbortController();
  if (socket === null || reply.request.raw.socket.destroyed) closed.abort();
  socket?.once('close', () => closed.abort());
  // After `Connection: close` Node drops the connection as soon as the kernel has the bytes, which says nothing about
  // the phone. Ours is only half closed, until the phone closes its half.
  if (socket !== null) socket.destroySoon = () => void socket.end();
  void clock.wait(portalLimits.delivery, closed.signal).then(() => {
    received();
    socket?.destroy();
  });
}

/** Tells the session when the reply to an accepted submission has reached the phone. */
export const reportDelivery = (reply: FastifyReply, attempt: Attempt, { session, clock }: Desk): void =>
  onceReceived(reply, clock, () => session.delivered(attempt.id));
