import t from 'tap';
import { hostName, type PortalHosts } from '../../portal/hosts.ts';
import { judge } from '../../portal/probes.ts';
import { portalOnSockets } from '../support/portal.ts';
import { probes } from '../support/probe-table.ts';
import { once, RawConnection } from '../support/raw-http.ts';

const redirect: PortalHosts = { address: '10.42.0.1', port: 80, names: ['box1.local'], mode: 'redirect' };
const setupOnly: PortalHosts = { ...redirect, mode: 'setup-only' };

t.test('each system of the table gets the same redirect, ten times the same bytes, by GET and by HEAD', async (t) => {
  const { port, address, host } = await portalOnSockets(t);
  const seen = new Set<string>();
  for (const probe of probes) {
    for (const method of ['GET', 'HEAD']) {
      const request = `${method} ${probe.path} HTTP/1.1\r\nHost: ${probe.host}\r\nUser-Agent: ${probe.agent ?? 'x'}\r\n\r\n`;
      const connection = await RawConnection.open(port, address);
      for (let time = 0; time < 10; time += 1) {
        connection.write(request);
        const reply = await connection.reply({ head: method === 'HEAD' });
        seen.add(`${method} ${reply.bytes}`);
      }
      connection.destroy();
    }
  }
  t.equal(seen.size, 2, 'one reply to GET, one to HEAD');
  const [get = '', head = ''] = [...seen]
    .map((reply) => reply.replace(/^\w+ /, ''))
    .sort((a, b) => b.length - a.length);
  const [headers = '', body = ''] = get.split('\r\n\r\n');
  t.equal(head.split('\r\n\r\n')[0], headers, 'HEAD has the headers of GET');
  t.match(headers, /^HTTP\/1\.1 302 Found\r\n/);
  t.match(headers, `Location: http://${host}/`);
  t.match(headers, 'Cache-Control: no-store');
  t.match(headers, `Content-Length: ${body.length}`);
  t.notMatch(headers, /set-cookie|date:/i, 'no cookie, and no time: the device may not know it');
  t.ok(body.length > 4, 'Android takes at most four bytes for a failure');
  t.match(body, `href="http://${host}/"`);
  t.notMatch(body, /Success|Microsoft|NetworkManager is online|81ce4465/);
});

t.test('a request in absolute form means the host it names, whatever its Host header says', async (t) => {
  const { port, address, host } = await portalOnSockets(t);
  const ask = (line: string, more = `Host: ${host}`) => once(port, address, `${line}\r\n${more}\r\n\r\n`);
  t.equal((await ask('GET http://captive.apple.com/ HTTP/1.1')).status, 302);
  t.equal((await ask('GET HTTP://Captive.Apple.Com HTTP/1.1')).status, 302);
  t.equal((await ask(`GET http://${host}/ HTTP/1.1`, 'Host: captive.apple.com')).status, 200);
  t.equal((await ask(`GET http://${host} HTTP/1.1`)).status, 200);
  t.equal((await ask(`GET http://${host}?lang=en HTTP/1.1`)).status, 200);
  t.equal((await ask(`GET http://${host}/api/v1/health HTTP/1.1`)).status, 200);
});

t.test('HTTP/1.0 without Host is led to the page, and gets it there', async (t) => {
  const { port, address, host } = await portalOnSockets(t);
  const probe = await once(port, address, 'GET /generate_204 HTTP/1.0\r\n\r\n');
  t.equal(probe.status, 302);
  t.equal(probe.headers.get('location'), `http://${host}/`);
  t.equal((await once(port, address, 'HEAD /anything HTTP/1.0\r\n\r\n')).status, 302);
  const page = await once(port, address, 'GET / HTTP/1.0\r\n\r\n');
  t.equal(page.status, 200, 'no redirect that goes round');
  t.match(page.body, '<form');
  t.equal((await once(port, address, 'GET / HTTP/1.1\r\n\r\n')).status, 400, 'HTTP/1.1 must have one');
});

t.test('our own names are ours in any case, with a port and a final dot; look-alikes are not', async (t) => {
  const ours = ['10.42.0.1', '10.42.0.1:80', 'BOX1.local', 'box1.local.', 'x.setup', 'a.b.SETUP.', 'setup', 'setup:80'];
  for (const host of ours) t.equal(judge('GET', '/', host, redirect), 'ours', host);
  const foreign = ['xsetup', 'setup.com', 'machine.setup.example', '10.42.0.10', '10.42.0.1.example', '192.0.2.1', ''];
  for (const host of [...foreign, '[::1]', '[fe80::1]:80', 'box2.local', 'user@10.42.0.1']) {
    t.equal(judge('GET', '/', host, redirect), 'redirect', host);
  }
  t.equal(hostName('[FE80::1]:80'), '[fe80::1]');
  t.equal(judge('GET', 'http://user@10.42.0.1/', '10.42.0.1', redirect), 'redirect', 'a name before the address');
});

t.test('paths of connectivity checks are led to the page on our own address too, others are not found', async (t) => {
  for (const path of ['/redirect', '/fwlink/?LinkID=1', '/hotspot-detect.html', '/generate_204?x', '/ncsi.txt']) {
    t.equal(judge('GET', path, '10.42.0.1', redirect), 'redirect', path);
  }
  for (const path of ['/', '/?lang=de', '/nothing', '/redirect/more', '/api/v1/status']) {
    t.equal(judge('GET', path, '10.42.0.1', redirect), 'ours', path);
  }
  const { port, address, host } = await portalOnSockets(t);
  const missing = await once(port, address, `GET /nothing HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  t.equal(missing.status, 404);
  t.ok(missing.body.length < 1500, 'small');
});

t.test('with redirection switched off a foreign host is told so at once, and never led away', async (t) => {
  for (const probe of probes) t.equal(judge('GET', probe.path, probe.host, setupOnly), 'misdirected', probe.host);
  t.equal(judge('GET', '/', 'x.setup', setupOnly), 'ours');
  t.equal(judge('GET', '/generate_204', '10.42.0.1', setupOnly), 'ours', 'which is then not found');
  t.equal(judge('GET', '/', undefined, setupOnly), 'ours');
  t.equal(judge('GET', '/x', undefined, setupOnly), 'misdirected');
  const hosts = () => ({ ...setupOnly, address: '127.0.0.1' });
  const { port, address } = await portalOnSockets(t, { hosts });
  const reply = await once(port, address, 'GET /generate_204 HTTP/1.1\r\nHost: www.google.com\r\n\r\n');
  t.equal(reply.status, 421);
  t.notOk(reply.headers.has('location'));
  t.equal((await once(port, address, 'GET /generate_204 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')).status, 404);
});

t.test('nothing but reading is led anywhere', async (t) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
    t.equal(judge(method, '/', 'captive.apple.com', redirect), 'misdirected', method);
  }
  t.equal(judge('OPTIONS', '*', 'captive.apple.com', redirect), 'misdirected');
});

t.test('the log names each host that a client asks once, and everything at level debug', async (t) => {
  const { port, address, lines } = await portalOnSockets(t);
  const request = 'GET /hotspot-detect.html HTTP/1.1\r\nHost: captive.apple.com\r\nUser-Agent: wispr\r\n\r\n';
  for (let time = 0; time < 3; time += 1) await once(port, address, request);
  t.strictSame(
    lines.map(({ level }) => level),
    ['info', 'debug', 'debug'],
  );
  t.match(lines[0]?.facts, {
    client: '127.0.0.1',
    host: 'captive.apple.com',
    path: '/hotspot-detect.html',
    agent: 'wispr',
  });
});
