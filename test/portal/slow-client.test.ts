import t from 'tap';
import { portalLimits } from '../../portal/limits.ts';
import { portalOnSockets } from '../support/portal.ts';
import { RawConnection } from '../support/raw-http.ts';

// Real deadlines, all in parallel: 20 s on a quiet machine. A client without a deadline would stay for ever, so that how
// much later than its deadline a busy machine closes it does not matter.
const patience = 120_000;

t.test('headers and bodies that drip, and silence, have deadlines', { timeout: 150_000 }, async (t) => {
  const { port, address, host } = await portalOnSockets(t);
  /** Milliseconds until the server closed, `undefined` if it did not. */
  const drip = async (start: string, piece: string): Promise<number | undefined> => {
    const connection = await RawConnection.open(port, address);
    const before = performance.now();
    connection.write(start);
    const timer = setInterval(() => connection.write(piece), 500);
    const closed = await connection.untilClosed(patience);
    clearInterval(timer);
    connection.destroy();
    return closed ? performance.now() - before : undefined;
  };
  const post = `POST /api/v1/submit HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`;
  const [headers, body, silence, idle] = await Promise.all([
    drip('GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'),
    drip(post, ' '),
    drip('', ''),
    drip(`GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`, ''),
  ]);
  t.ok(headers !== undefined, 'headers that drip');
  t.ok(body !== undefined, 'a body that drips');
  t.ok(silence !== undefined, 'a connection that says nothing');
  t.ok(idle !== undefined, 'a connection after its request');
  t.ok(Number(body) > portalLimits.headersTime / 2, 'but somebody on a bad link is not cut off at once');
});
