// `node listen.ts PORT...`: says "port PORT" to whoever connects, on every address.
import { createServer } from 'node:net';

for (const port of process.argv.slice(2)) {
  createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`port ${port}\n`);
  }).listen(Number(port), () => console.log('listening', port));
}
