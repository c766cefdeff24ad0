// `npm run cloud`: a whole cloud on this computer. Ends with Ctrl-C.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorText } from '../../daemon/errors.ts';
import { openLogging } from '../../daemon/logging.ts';
import { openLocalCloud } from './cloud.ts';
import { seed } from './seed.ts';

const usage = `Usage: npm run cloud -- [options]

  --folder <path>           where everything is kept (default: ~/.local/state/machine-agent-cloud)
  --port <number>           default 8082; 0 takes any that is free
  --listen <address>        default 127.0.0.1: nothing leaves this computer. 0.0.0.0 serves your network, without TLS
  --check-interval <s>      how long machines wait between two calls, 5 to 3600 (default 10)
  --new-key <name>          make an API key with owner permission, print it once, and go on
`;

function wrong(text: string): never {
  process.stderr.write(`${text}\n\n${usage}`);
  process.exit(2);
}

function given() {
  try {
    return parseArgs({
      options: {
        folder: { type: 'string' },
        port: { type: 'string', default: process.env['CLOUD_PORT'] ?? '8082' },
        listen: { type: 'string', default: '127.0.0.1' },
        'check-interval': { type: 'string', default: '10' },
        'new-key': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    wrong(errorText(error));
  }
}

const values = given();
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) wrong('--port has to be a number from 0 to 65535');
const checkInterval = Number(values['check-interval']);
if (!Number.isInteger(checkInterval) || checkInterval < 5 || checkInterval > 3600) {
  wrong('--check-interval has to be a number of seconds from 5 to 3600');
}
const state = process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local/state');
const folder = values.folder ?? join(state, 'machine-agent-cloud');

const logging = await openLogging(process.stdout.isTTY ? 'terminal' : 'json', 'info');
const { log } = logging;
const cloud = await openLocalCloud({ folder, port, address: values.listen, checkInterval, log }).catch(
  async (error: NodeJS.ErrnoException) => {
    await logging.flush();
    const taken = error.code === 'EADDRINUSE';
    process.stderr.write(taken ? `Port ${port} is taken. Choose another: --port …\n` : `${errorText(error)}\n`);
    process.exit(1);
  },
);
await seed(cloud.store);

process.stdout.write(`
The local cloud: ${cloud.url}

  the page          ${cloud.pageUrl}
                    (the token in it is good while this process runs; keep it to yourself)
  organization      ${cloud.store.organization}
  kept in           ${folder}
`);
if (values['new-key'] !== undefined) {
  const { key, secret } = cloud.store.keys.create(values['new-key'].slice(0, 100) || 'key', 'owner');
  process.stdout.write(`  API key id        ${key.id}\n  API key           ${secret.reveal()}   (shown once)\n`);
}
process.stdout.write('\n');

await new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
});
await cloud.close();
await logging.flush();
