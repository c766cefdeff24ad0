import { execa } from 'execa';
import type { Test } from 'tap';
import { askUdp, query } from './dns.ts';

/** Debian's dnsmasq, told to do what ours does in `all`, as far as it can be told. */
export const redirectAll = ['--address=/#/192.0.2.1', '--address=/setup/10.42.0.1', '--local-ttl=5'];

/** `undefined`: it is not installed. */
export async function dnsmasqVersion(): Promise<string | undefined> {
  const { stdout } = await execa('dnsmasq', ['--version'], { reject: false, timeout: 10_000 });
  return /version ([\d.]+)/.exec(stdout ?? '')?.[1];
}

/** Runs it on 127.0.0.1 until the test ends; resolves once it answers. */
export async function dnsmasq(t: Test, port: number, options: readonly string[]): Promise<void> {
  const fixed = [
    '--keep-in-foreground',
    '--conf-file=/dev/null',
    '--no-resolv',
    '--no-hosts',
    '--pid-file=',
    '--user=',
  ];
  const place = ['--listen-address=127.0.0.1', '--bind-interfaces', `--port=${port}`];
  const running = execa('dnsmasq', [...fixed, ...place, ...options], { reject: false });
  t.teardown(async () => {
    running.kill();
    await running;
  });
  for (let tries = 0; tries < 50; tries++) if ((await askUdp(port, query(), 200)) !== undefined) return;
  throw new Error(`dnsmasq does not answer: ${String((await running).stderr)}`);
}
