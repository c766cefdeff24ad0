import { lstat, readlink, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { minutes } from '../../netplan/duration.ts';
import { errorText } from '../errors.ts';
import { makeFolder, readBounded, writeWhole } from '../files.ts';
import { pathsUnder } from '../paths.ts';
import { InstallError } from './install-error.ts';
import { placeProgram, type RunningProgram } from './program.ts';
import { serviceFile, serviceName } from './service-file.ts';

export type Installed = {
  /** What was done, a sentence each; empty when all was so already. */
  readonly done: readonly string[];
  /** What will be missing when the service runs. */
  readonly warnings: readonly string[];
};

/** Programs without which something will not work, and the Debian package that has them. */
const needed = [
  ['NetworkManager', 'network-manager', 'nothing can be joined'],
  ['dnsmasq', 'dnsmasq-base', 'phones get no address on the hotspot'],
  ['nft', 'nftables', 'other services are open to the hotspot'],
  ['ip', 'iproute2', 'some phones show no sign-in page'],
  ['systemd-notify', 'systemd', 'systemd does not learn that the service is ready'],
] as const;

/**
 * Makes the agent a service of the system under `root`: program, folders, systemd unit, enabled. Can be repeated; what
 * is right already stays untouched, and a service that an administrator has disabled stays disabled.
 * @throws InstallError, FileError
 */
export async function install(program: RunningProgram, root = '/', platform = process.platform): Promise<Installed> {
  await refuse(root, platform);
  const unit = join(root, 'etc/systemd/system', serviceName);
  const former = await readBounded(unit, 64 * 1024);
  const { command, done: placed } = await placeProgram(program, root);
  const done = [...placed];

  // Those in /run are made by systemd itself, at each start.
  const { state } = pathsUnder(root === '/' ? '' : root);
  if (!(await exists(state))) {
    await makeFolder(dirname(state), 0o755);
    await makeFolder(state);
    done.push(`made ${state}`);
  }
  const text = serviceFile(command);
  if (former?.toString('utf8') !== text) {
    await writeWhole(unit, text, { mode: 0o644, folderMode: 0o755 });
    done.push(`wrote ${unit}`);
    if (root === '/') await systemctl(['daemon-reload']);
  }
  if (former === undefined) {
    await systemctl([...(root === '/' ? [] : [`--root=${root}`]), 'enable', serviceName]);
    done.push('enabled the service: it starts with the system');
  }
  return { done, warnings: await missing(root) };
}

async function refuse(root: string, platform: NodeJS.Platform): Promise<void> {
  if (platform !== 'linux') throw new InstallError('not-linux', 'a systemd service can be installed on Linux only');
  if (!(await stat(root).catch(() => undefined))?.isDirectory())
    throw new InstallError('no-such-root', `${root} is no folder`);
  // sd_booted(3) for the system that runs; an image only has to have it.
  const signs = root === '/' ? ['run/systemd/system'] : ['usr/lib/systemd/systemd', 'lib/systemd/systemd'];
  const found = await Promise.all(signs.map((sign) => exists(join(root, sign))));
  if (!found.includes(true)) throw new InstallError('no-systemd', `the system in ${root} does not run with systemd`);
  const unit = join(root, 'etc/systemd/system', serviceName);
  if ((await readlink(unit).catch(() => '')) === '/dev/null') {
    throw new InstallError('masked', `the service is masked; systemctl unmask ${serviceName} allows it again`);
  }
}

async function systemctl(args: readonly string[]): Promise<void> {
  const result = await execa('systemctl', args, {
    timeout: minutes(1),
    reject: false,
    stdin: 'ignore',
    maxBuffer: 10_000,
  });
  if (!result.failed) return;
  const why = result.stderr.trim() || errorText(result.cause ?? result.shortMessage);
  throw new InstallError('not-enabled', `systemctl ${args.join(' ')} failed: ${why}`);
}

async function missing(root: string): Promise<readonly string[]> {
  const found = await Promise.all(
    needed.map(async ([program]) => {
      const places = ['usr/sbin', 'usr/bin', 'sbin', 'bin', 'usr/local/sbin', 'usr/local/bin'];
      const there = await Promise.all(places.map((place) => exists(join(root, place, program))));
      return there.includes(true);
    }),
  );
  return needed
    .filter((_, index) => found[index] !== true)
    .map(([program, name, loss]) => `${program} is missing, so that ${loss}; install ${name}`);
}

/** Also a link that leads nowhere here: in an image it may lead somewhere once it runs. */
const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );
