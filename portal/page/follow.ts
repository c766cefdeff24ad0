import type { AttemptReply } from '../schemas.ts';
import { ask, pause } from './ask.ts';
import { phaseAt, timeLeft, type Watch } from './attempt-phase.ts';
import { byId } from './fields.ts';
import { gap, type Island } from './island.ts';
import { shownName } from './names.ts';

/**
 * Follows an attempt to its end: through the moment when the hotspot goes, and back if it returns. Connected: the page
 * is opened anew, and shows all about it. Failed: the reason is shown here, and the promise resolves.
 *
 * @param reply What came in answer to the submission; undefined: nothing, so that it is not known whether it arrived.
 * @param name Of the network, for people; empty: only credentials were sent, or it is not known.
 */
export async function follow(
  { language, texts, returns }: Island,
  reply: AttemptReply | undefined,
  name: string,
): Promise<void> {
  const panel = byId('live') as HTMLElement;
  const [heading, status, time, again] = panel.children as unknown as [HTMLElement, ...HTMLElement[]];
  const say = (element: HTMLElement | undefined, text: string) => {
    // A live region speaks whenever its text is set, also to the same.
    if (element && element.textContent !== text) element.textContent = text;
  };
  let watch: Watch = { state: 'waiting', reachable: false, deadline: Date.now() + returns * 1000 };
  const hear = ({ attempt, hotspotReturnsWithin }: AttemptReply) => {
    const left = (hotspotReturnsWithin ?? returns) * 1000;
    watch = { state: attempt?.state ?? 'waiting', reachable: true, deadline: Date.now() + left };
    if (attempt?.network) name = shownName(attempt.network.name);
  };
  const draw = () => {
    const phase = phaseAt(watch, Date.now());
    say(heading, !name ? texts.saving : gap(texts.connecting, name));
    say(status, texts.phases[phase]);
    say(time, phase === 'overdue' ? '' : gap(texts.timeLeft, timeLeft(watch, Date.now())));
    if (again) again.hidden = phase !== 'overdue';
  };
  if (reply) hear(reply);
  draw();
  byId('outcome')?.remove(); // what the server told of the attempt before
  panel.className = 'card';
  panel.hidden = false;
  heading.focus();
  const timer = setInterval(draw, 1000);
  for (;;) {
    if (watch.reachable && watch.state === 'connected') return location.replace(`/?lang=${language}`);
    if (watch.reachable && watch.state === 'failed') break;
    const seen = reply ? `&after=${reply.version}&wait=20` : '';
    const next = await ask<AttemptReply>(
      `attempt?lang=${language}${watch.reachable ? seen : ''}`,
      watch.reachable ? 25 : 4,
    );
    if (next && next.code === undefined) {
      reply = next;
      hear(next);
    } else {
      watch = { ...watch, reachable: false };
      // With no network a request fails at once: asked every two seconds, and seldom when there is little hope.
      await pause(Date.now() < watch.deadline + 60_000 ? 2 : 15);
    }
    draw();
  }
  clearInterval(timer);
  panel.className = 'card bad';
  say(heading, !name ? texts.failed : gap(texts.failedTo, name));
  say(status, reply?.attempt?.text ?? '');
  say(time, '');
  if (again) again.hidden = true;
  heading.focus();
}
