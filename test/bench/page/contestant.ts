import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** The core of whoever serves, and that of whoever asks. */
export const cores = { server: '0', client: '1' } as const;

/** A web server that runs by itself on one core. */
export type Contestant = {
  readonly port: number;
  /** Milliseconds of CPU since its start; the kernel counts in tens. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
};

const script = fileURLToPath(new URL('server.ts', import.meta.url));

export const startOurs = async (more: readonly string[] = []): Promise<Contestant> => {
  const port = await freePort();
  return start(port, [process.execPath, script, String(port), ...more], async () => {});
};

/** Any folder of files, and the redirect that a probe gets; one worker, nothing logged. */
export async function startNginx(files: string): Promise<Contestant> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  const settings = `
    daemon off; master_process off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
    events { worker_connections 512; }
    http {
      include /etc/nginx/mime.types; access_log off; gzip_static on; etag on; keepalive_requests 1000000;
      client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      server { listen 127.0.0.1:${port} default_server; return 302 http://127.0.0.1:${port}/; }
      server { listen 127.0.0.1:${port}; server_name 127.0.0.1; root ${files}; add_header Cache-Control no-cache; }
    }`;
  await writeFile(join(folder, 'nginx.conf'), settings);
  const command = ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf')];
  return start(port, command, () => rm(folder, { recursive: true }));
}

/** `undefined`: not installed. */
export async function nginxVersion(): Promise<string | undefined> {
  const { stderr = '' } = await execa('nginx', ['-v'], { reject: false });
  return /nginx\/(\S+)/.exec(stderr)?.[1];
}

async function start(port: number, command: readonly string[], clear: () => Promise<void>): Promise<Contestant> {
  const running = execa('taskset', ['-c', cores.server, ...command], { reject: false, buffer: false });
  const contestant: Contestant = {
    port,
    async cpu() {
      // Fields 14 and 15, in hundredths of a second; what stands before ")" may contain blanks.
      const fields = (await readFile(`/proc/${running.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    async stop() {
      running.kill();
      await running;
      await clear();
    },
  };
  for (let tries = 0; tries < 400; tries += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) }).catch(
      () => undefined,
    );
    await reply?.arrayBuffer();
    if (reply !== undefined) return contestant;
    await pause(50);
  }
  await contestant.stop();
  throw new Error(`no answer on port ${port} from: ${command.join(' ')}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Requests a second of sixteen connections, and CPU of the server for each, by wrk. */
export async function load(
  contestant: Contestant,
  seconds: number,
  headers: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly perSecond: number; readonly cpu: number }> {
  const before = await contestant.cpu();
  const options = ['-t1', '-c16', `-d${seconds}s`, ...headers.flatMap((header) => ['-H', header])];
  const { stdout } = await execa(
    'taskset',
    ['-c', cores.client, 'wrk', ...options, `http://127.0.0.1:${contestant.port}/`],
    {
      cancelSignal: signal,
      timeout: (seconds + 20) * 1000,
    },
  );
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const failed = /Non-2xx|Socket errors/.exec(stdout);
  if (!(requests > 0) || failed !== null) throw new Error(`wrk: ${stdout}`);
  const cpu = (((await contestant.cpu()) - before) * 1000) / requests;
  return { perSecond: Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]), cpu };
}
