import { existsSync } from 'node:fs';

/** What a training script can be run with here: programs of this computer, in place of container images. */
export type LocalContainer = {
  readonly key: string;
  readonly uri: string;
  readonly framework: string;
  readonly description: string;
  /** Path of the program that gets the script as its first argument. */
  readonly program: string;
  /** Endings of the scripts that it runs where nothing else was said. */
  readonly endings: readonly string[];
};

const candidates: readonly Omit<LocalContainer, 'uri'>[] = [
  {
    key: `node-${process.versions.node.split('.', 1)[0]}`,
    framework: 'node',
    description: `Node.js ${process.versions.node}`,
    program: process.execPath,
    endings: ['.ts', '.mts', '.js', '.mjs'],
  },
  ...['/usr/bin/python3', '/usr/local/bin/python3', '/opt/homebrew/bin/python3'].map((program) => ({
    ...{ key: 'python3', framework: 'python', description: `Python at ${program}`, program, endings: ['.py'] },
  })),
  { key: 'sh', framework: 'shell', description: 'The POSIX shell', program: '/bin/sh', endings: ['.sh'] },
];

/** Those that are on this computer, each key once. */
export function containers(): readonly LocalContainer[] {
  const here = candidates.filter(({ program }) => existsSync(program));
  return here
    .filter(({ key }, index) => here.findIndex((other) => other.key === key) === index)
    .map((container) => ({ ...container, uri: `file://${container.program}` }));
}

/** What runs `file`. @throws Error when nothing here does */
export function containerFor(file: string, wanted: string): LocalContainer {
  const all = containers();
  const found = all.find(({ key, endings }) =>
    wanted === '' ? endings.some((ending) => file.endsWith(ending)) : key === wanted,
  );
  if (found === undefined) throw new Error(`nothing on this computer runs ${file}`);
  return found;
}
