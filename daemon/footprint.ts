import { setFlagsFromString } from 'node:v8';

/**
 * Flags of V8: an agent waits most of its life, and lives on machines with little memory. Nothing in it is busy enough to
 * be worth the compilers, whose code and whose copies of it take more than all that we have in memory; what only the
 * start needed is forgotten with the next collection. Set from inside, because a V8 that does not know one of them says
 * so and goes on, while a Node that finds one on its command line would not start.
 */
const frugal = ['--optimize-for-size', '--no-opt', '--no-maglev', '--no-sparkplug', '--bytecode-old-age=1'];

/** How a service starts Node: with 3 MiB for young objects, of which it has few, instead of the 48 that V8 would take. */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=1'];

/**
 * How glibc hands out memory (mallopt(3)) to a service: from one arena for all threads instead of one each, and from 16 KiB
 * on in a mapping that goes back to the system when it is freed. It is read at the start of a program only.
 */
export const mallocSettings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/** The same, as systemd and env(1) take them. */
export const mallocAssignments: readonly string[] = Object.entries(mallocSettings).map(
  ([name, value]) => `${name}=${value}`,
);

/** From now on little memory is taken for what is compiled. */
export function spareMemory(): void {
  for (const flag of frugal) setFlagsFromString(flag);
}

/** Takes our own settings out of `env`, and not what an operator has put in their place: machine-server inherits it. */
export function takeMallocSettings(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(mallocSettings)) if (env[name] === value) delete env[name];
}
