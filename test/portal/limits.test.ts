import t from 'tap';
import { portalLimits } from '../../portal/limits.ts';
import { portalOnSockets } from '../support/portal.ts';
import { once, RawConnection } from '../support/raw-http.ts';

const probe = 'GET /generate_204 HTTP/1.1\r\nHost: connectivitycheck.gstatic.com\r\n\r\n';
const json = (host: string, length: number) =>
  `POST /api/v1/submit HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;

t.test('a body of 50 MB is refused after its first bytes, announced or not', async (t) => {
  const { port, address, host, session } = await portalOnSockets(t);
  const size = 50_000_000;
  const announced = await RawConnection.open(port, address);
  announced.write(`${json(host, size)}\r\n`);
  t.equal((await announced.reply()).status, 413);
  const asking = await once(port, address, `${json(host, size)}Expect: 100-continue\r\n\r\n`);
  t.equal(asking.status, 413, 'and is not asked for');
  const chunked = await RawConnection.open(port, address);
  const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  chunked.write(`POST /api/v1/submit HTTP/1.1\r\nHost: ${host}\r\n${type}`);
  const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
  let sent = 0;
  while (!chunked.closed && chunked.received === '' && sent < size) {
    chunked.write(chunk);
    sent += chunk.length;
    await new Promise(setImmediate);
  }
  t.ok(sent < size / 2, `stopped after ${sent} bytes`);
  t.match(chunked.received, /^HTTP\/1.1 413|^$/);
  t.equal((await once(port, address, probe)).status, 302);
  t.equal(session.submissions.length, 0);
  for (const connection of [announced, chunked]) connection.destroy();
});

t.test('ten thousand headers are refused, and so is one that is too long', async (t) => {
  const { port, address, host } = await portalOnSockets(t);
  const many = Array.from({ length: 10_000 }, (_, index) => `X-${index}: y\r\n`).join('');
  const connection = await RawConnection.open(port, address);
  connection.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n${many}\r\n`);
  t.equal((await connection.reply()).status, 431);
  t.ok(await connection.untilClosed());
  t.equal((await once(port, address, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).status, 431);
  t.equal((await once(port, address, probe)).status, 302);
});

t.test('what is no HTTP at all is answered shortly and closed', async (t) => {
  const { port, address, host } = await portalOnSockets(t);
  const rubbish = [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'hello\r\n\r\n',
    '\r\n'.repeat(5000),
    `${'\0'.repeat(100)}`,
  ];
  for (const bytes of [
    ...rubbish,
    'GET / HTTP/9.9\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: ${host}\r\nBad Header: x\r\n\r\n`,
  ]) {
    const connection = await RawConnection.open(port, address);
    connection.write(bytes);
    connection.end();
    t.ok(await connection.untilClosed(), JSON.stringify(bytes.slice(0, 20)));
    t.ok(connection.received.length < 500);
  }
  for (const path of [
    '/%',
    '/%zz',
    '/%c3%28',
    '//',
    '/../../etc/passwd',
    '/logo/..%2f..%2fetc',
    `/${'a'.repeat(5000)}`,
  ]) {
    const { status } = await once(port, address, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    t.ok(status === 404 || status === 400, `${path} ${status}`);
  }
});

t.test('requests sent in one go are all answered, in their order', async (t) => {
  const { port, address, host } = await portalOnSockets(t);
  const connection = await RawConnection.open(port, address);
  const page = `GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  connection.write((probe + page).repeat(200));
  for (let count = 0; count < 200; count += 1) {
    if ((await connection.reply()).status !== 302) t.fail('a probe');
    if ((await connection.reply()).status !== 200) t.fail('a reply');
  }
  connection.destroy();
});

t.test('many connections that say nothing make room, and probes are still answered', async (t) => {
  const { port, address } = await portalOnSockets(t);
  const silent: RawConnection[] = [];
  for (let count = 0; count < portalLimits.connectionsPerClient + 50; count += 1) {
    const connection = await RawConnection.open(port, address);
    connection.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    silent.push(connection);
    if (count % 40 === 0) t.equal((await once(port, address, probe)).status, 302);
  }
  t.equal((await once(port, address, probe)).status, 302);
  t.ok(await silent[0]?.untilClosed(), 'the oldest went');
  const open = silent.filter((connection) => !connection.closed).length;
  t.ok(open <= portalLimits.connectionsPerClient, `${open} are open`);
  for (const connection of silent) connection.destroy();
});

t.test('a body that comes too slowly also makes room, a request that waits for our reply does not', async (t) => {
  const { port, address, host, session } = await portalOnSockets(t);
  let finish = (): void => {};
  session.slowness = () => new Promise((resolve) => (finish = resolve));
  const body = JSON.stringify({ token: (await status(port, address, host)).token, ssid: 'Home', psk: 'correct horse' });
  const submitting = await RawConnection.open(port, address);
  submitting.write(`${json(host, body.length)}\r\n${body}`);
  const slow: RawConnection[] = [];
  for (let count = 0; count < portalLimits.connectionsPerClient + 5; count += 1) {
    const connection = await RawConnection.open(port, address);
    connection.write(`${json(host, 100)}\r\n{`);
    slow.push(connection);
  }
  t.equal((await once(port, address, probe)).status, 302);
  finish();
  t.equal((await submitting.reply()).status, 202, 'the submission was not the one to go');
  for (const connection of slow) connection.destroy();
});

t.test('probes are answered while a submission is being handled', async (t) => {
  const { port, address, host, session } = await portalOnSockets(t);
  let finish = (): void => {};
  session.slowness = () => new Promise((resolve) => (finish = resolve));
  const body = JSON.stringify({ token: (await status(port, address, host)).token, ssid: 'Home', psk: 'correct horse' });
  const submitting = await RawConnection.open(port, address);
  submitting.write(`${json(host, body.length)}\r\n${body}`);
  for (let round = 0; round < 10; round += 1) {
    const replies = await Promise.all(Array.from({ length: 50 }, () => once(port, address, probe)));
    t.ok(replies.every((reply) => reply.status === 302));
  }
  finish();
  t.equal((await submitting.reply()).status, 202);
  submitting.destroy();
});

async function status(port: number, address: string, host: string): Promise<{ readonly token: string }> {
  return JSON.parse((await once(port, address, `GET /api/v1/status HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).body);
}
