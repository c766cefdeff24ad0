// The lab's web server: `node web-server.ts internet|portal PORT`.
//   internet  answers connectivity checks the way the real internet does
//   portal    a hotel's: sends every request to its log-in page
import { createServer, type IncomingMessage } from 'node:http';

type Answer = { readonly status: number; readonly body: string; readonly location?: string };

const [role, port] = process.argv.slice(2);

const internet: Readonly<Record<string, Answer>> = {
  '/online.txt': { status: 200, body: 'online' },
  '/generate_204': { status: 204, body: '' },
  '/hotspot-detect.html': {
    status: 200,
    body: '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>',
  },
  '/connecttest.txt': { status: 200, body: 'Microsoft Connect Test' },
};

function answer({ url = '/', headers, socket }: IncomingMessage): Answer {
  if (role === 'internet') return internet[url] ?? { status: 200, body: `This is ${headers.host}\n` };
  if (url === '/login') return { status: 200, body: '<h1>Hotel log-in</h1>' };
  return { status: 302, body: '', location: `http://${socket.localAddress}/login` };
}

const server = createServer((request, response) => {
  console.log('request', request.method, request.headers.host, request.url);
  const { status, body, location } = answer(request);
  response.writeHead(status, { 'content-type': 'text/html', ...(location && { location }) });
  response.end(body);
});
server.listen(Number(port), '0.0.0.0', () => console.log('listening', role, port));
