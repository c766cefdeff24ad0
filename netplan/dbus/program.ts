import { execa } from 'execa';
import { type Duration, seconds } from '../duration.ts';

export type ProgramResult = {
  /** `missing`: the program is not installed. */
  readonly status: 'done' | 'failed' | 'missing' | 'timed-out';
  /** What it printed. */
  readonly output: string;
  /** Its complaint, on one line, for a log or a health condition. */
  readonly complaint: string;
};

/** Runs a program of the system and waits for its end, at most `limit` (10 s). Never rejects. */
export type RunProgram = (
  program: string,
  args: readonly string[],
  options?: { readonly input?: string; readonly limit?: Duration },
) => Promise<ProgramResult>;

const largestOutput = 4_000_000;

export const runProgram: RunProgram = async (program, args, { input = '', limit = seconds(10) } = {}) => {
  const result = await execa(program, args, {
    input,
    reject: false,
    timeout: limit,
    maxBuffer: largestOutput,
    env: programEnvironment(),
  });
  return { status: statusOf(result), output: result.stdout, complaint: complaintOf(result) };
};

/** A service may be started without the folders of the administrator's programs. Texts are parsed: no translation. */
export const programEnvironment = () => ({
  PATH: `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`,
  LC_ALL: 'C',
});

/** What execa's `result` says of a failure, on one line. */
export const complaintOf = ({
  stderr,
  originalMessage,
}: {
  readonly stderr: string;
  readonly originalMessage?: string | undefined;
}) => `${stderr || originalMessage || ''}`.trim().replaceAll(/\s+/g, ' ').slice(0, 300);

function statusOf({ failed, timedOut, code }: { failed: boolean; timedOut: boolean; code?: string | undefined }) {
  if (!failed) return 'done';
  if (timedOut) return 'timed-out';
  return code === 'ENOENT' ? 'missing' : 'failed';
}
