/** `script`: it names its own interpreter. */
export function kindOf(header: Uint8Array): 'elf' | 'script' | 'unknown' {
  const [first, second, third, fourth] = header;
  if (first === 0x7f && second === 0x45 && third === 0x4c && fourth === 0x46 && header.length >= 20) return 'elf';
  return first === 0x23 && second === 0x21 ? 'script' : 'unknown';
}

/** elf(5), `e_machine`. */
const machines = new Map([
  [3, 'x86'],
  [8, 'MIPS'],
  [20, 'PowerPC'],
  [21, 'PowerPC 64'],
  [22, 'S/390'],
  [40, 'ARM 32'],
  [62, 'x86-64'],
  [183, 'ARM 64'],
  [243, 'RISC-V'],
  [258, 'LoongArch'],
]);

/** What the kernels of our platforms may run: their own, and the 32-bit one before it. */
const runs: Partial<Record<string, readonly number[]>> = { x64: [62, 3], arm64: [183, 40] };

/**
 * @param architecture as Node names it
 * @returns what the ELF file is for when this machine certainly cannot run it
 */
export function architectureProblem(header: Uint8Array, architecture: string): string | undefined {
  const [low = 0, high = 0] = header.subarray(18, 20);
  const bigEndian = header[5] === 2;
  const machine = bigEndian ? low * 256 + high : high * 256 + low;
  const fits = runs[architecture];
  if (fits === undefined || (fits.includes(machine) && !bigEndian)) return undefined;
  return machines.get(machine) ?? `machine type ${machine}`;
}
