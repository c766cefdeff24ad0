import t from 'tap';
import { seconds } from '../../netplan/duration.ts';
import { portalLimits } from '../../portal/limits.ts';
import { portalOnSockets } from '../support/portal.ts';
import { once, RawConnection } from '../support/raw-http.ts';

/** Until `holds`, at most 5 s: sockets close when the kernel says so. */
async function eventually(holds: () => boolean): Promise<boolean> {
  for (let count = 0; count < 500 && !holds(); count += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return holds();
}

async function submission(port: number, address: string, host: string): Promise<string> {
  const status = await once(port, address, `GET /api/v1/status HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const body = JSON.stringify({ token: JSON.parse(status.body).token, ssid: 'Home', psk: 'correct horse' });
  return `POST /api/v1/submit HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

t.test('the reply has arrived when the phone has closed its side', async (t) => {
  const { port, address, host, session } = await portalOnSockets(t);
  const phone = await RawConnection.open(port, address);
  phone.write(await submission(port, address, host));
  const reply = await phone.reply();
  t.equal(reply.status, 202);
  t.equal(reply.headers.get('connection'), 'close');
  t.ok(reply.bytes.length <= 1024, `${reply.bytes.length} bytes on the wire`);
  phone.destroy();
  t.ok(await eventually(() => session.deliveries.length > 0));
  t.strictSame(session.deliveries, ['attempt-1']);
});

t.test('a phone that never closes does not hold up the join for longer than 15 s', async (t) => {
  const { port, address, host, session, clock } = await portalOnSockets(t);
  // Half open: it has read nothing, and never says that it is done.
  const phone = await RawConnection.open(port, address);
  session.slowness = async () => phone.pause();
  phone.write(await submission(port, address, host));
  t.ok(await eventually(() => session.submissions.length > 0));
  await clock.settle();
  await clock.advance(seconds(14));
  t.strictSame(session.deliveries, []);
  await clock.advance(seconds(2));
  t.strictSame(session.deliveries, ['attempt-1']);
  t.equal(portalLimits.delivery, seconds(15));
  phone.destroy();
});

t.test('a phone that is gone before the reply counts as well: the submission was accepted', async (t) => {
  const { port, address, host, session } = await portalOnSockets(t);
  const request = await submission(port, address, host);
  const phone = await RawConnection.open(port, address);
  let finish = (): void => {};
  session.slowness = () => new Promise((resolve) => (finish = resolve));
  phone.write(request);
  t.ok(await eventually(() => session.acts.some(({ kind }) => kind === 'act')));
  phone.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  finish();
  t.ok(await eventually(() => session.deliveries.length > 0));
  t.equal(session.submissions.length, 1);
});
