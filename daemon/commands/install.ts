import type { CommandSurroundings, ExitStatus } from '../cli-run.ts';
import { install } from '../install/install.ts';
import { agentVersion } from '../version.ts';

/** `--install`: the service, written and enabled. */
export async function runInstall({ options, print, complain }: CommandSurroundings): Promise<ExitStatus> {
  const script = process.argv[1];
  const single = script === undefined || script === process.execPath;
  const program = {
    executable: process.execPath,
    script: single ? undefined : script,
    version: agentVersion,
  };
  const { done, warnings } = await install(program, options.root);
  for (const line of done.length === 0 ? ['everything was installed already'] : done) print(`${line}\n`);
  for (const warning of warnings) complain(`machine-agent: ${warning}\n`);
  return 0;
}
