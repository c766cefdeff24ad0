import t from 'tap';
import { portalLimits } from '../../portal/limits.ts';
import { portalOnSockets } from '../support/portal.ts';
import { RawConnection } from '../support/raw-http.ts';

// Real deadlines, so this takes as long as the longest of them: 25 s, all in parallel.
const patience = (limit: number) => limit + 6000;

t.test('headers and bodies that drip, and silence, have deadlines', { timeout: 60_000 }, async (t) => {
  const { port, address, host } = await portalOnSockets(t);
  const drip = async (start: string, piece: string, limit: number): Promise<number> => {
    const connection = await RawConnection.open(port, address);
    const before = performance.now();
    connection.write(start);
    const timer = setInterval(() => connection.write(piece), 500);
    const closed = await connection.untilClosed(patience(limit));
    clearInterval(timer);
    connection.destroy();
    return closed ? performance.now() - before : Number.POSITIVE_INFINITY;
  };
  const post = `POST /api/v1/submit HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`;
  const [headers, body, silence, idle] = await Promise.all([
    drip('GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n', portalLimits.headersTime),
    drip(post, ' ', portalLimits.requestTime),
    drip('', '', portalLimits.headersTime),
    drip(`GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`, '', portalLimits.keepAlive),
  ]);
  t.ok(headers < patience(portalLimits.headersTime), `headers ${headers}`);
  t.ok(body < patience(portalLimits.requestTime), `body ${body}`);
  t.ok(body > portalLimits.headersTime / 2, 'but somebody on a bad link is not cut off at once');
  t.ok(silence < patience(portalLimits.headersTime), `silence ${silence}`);
  t.ok(idle < patience(portalLimits.keepAlive), `idle ${idle}`);
});
