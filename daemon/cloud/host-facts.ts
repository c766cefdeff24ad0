import { readFile } from 'node:fs/promises';

/** What the machine is, as the cloud lists it. */
export type HostFacts = { readonly platform: string; readonly distro: string; readonly tags: readonly string[] };

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64', ia32: '386', arm: 'arm' };

/** Of this machine; unknown parts are empty. Never rejects. */
export async function hostFacts(): Promise<HostFacts> {
  const text = (path: string) => readFile(path, 'utf8').catch(() => '');
  return {
    platform: `${process.platform}/${architectures[process.arch] ?? process.arch}`,
    distro: distroFrom((await text('/etc/os-release')) || (await text('/usr/lib/os-release'))),
    tags: tagsFrom(await text('/proc/device-tree/model')),
  };
}

/** os-release(5): `debian:12`; a rolling distribution has no version. */
export function distroFrom(text: string): string {
  const value = (name: string) => {
    const found = new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
    return (/^"(.*)"$/.exec(found)?.[1] ?? /^'(.*)'$/.exec(found)?.[1] ?? found).slice(0, 100);
  };
  const [id, version] = [value('ID'), value('VERSION_ID')];
  return version === '' ? id : `${id}:${version}`;
}

/** @param model of the device tree, for example "Raspberry Pi 4 Model B Rev 1.5" with a NUL behind it */
export function tagsFrom(model: string): readonly string[] {
  const board = /^Raspberry Pi (?:Compute Module )?(\d+)?/.exec(model);
  if (board === null) return [];
  return board[1] === undefined ? ['rpi'] : ['rpi', `rpi${board[1]}`];
}
