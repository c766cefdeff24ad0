// The types of `machine-agent/training` as a program elsewhere sees them, by the strictest rules of its compiler.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import t from 'tap';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const good = `
import {
  createTrainingClient, isOver, ModelType, TrainingError, type TrainingErrorCode, type TrainingJob, TrainingStatus,
} from 'machine-agent/training';

const client = createTrainingClient({
  serviceHost: 'https://cloud.example',
  credentials: { type: 'api-key', authEntity: 'id', payload: 'key' },
});
export async function train(): Promise<TrainingJob | undefined> {
  const id: string = await client.submitTrainingJob('org', 'data', 'model', '1', ModelType.OBJECT_DETECTION, ['red']);
  const running: TrainingJob[] = await client.listTrainingJobs('org', TrainingStatus.RUNNING);
  try {
    const none: null = await client.cancelTrainingJob(running[0]?.id ?? id);
    return none ?? (await client.getTrainingJob(id));
  } catch (error) {
    const code: TrainingErrorCode | undefined = error instanceof TrainingError ? error.code : undefined;
    if (code === 'not-found') return undefined;
    throw error;
  }
}
export const over = (job: TrainingJob): boolean => isOver(job.status);
`;

const bad = `
import { createTrainingClient } from 'machine-agent/training';
const client = createTrainingClient({ serviceHost: 'x', credentials: { type: 'password', authEntity: '', payload: '' } });
client.submitTrainingJob('org', 'data', 'model', 1, 0, 'red');
client.noSuchCall();
`;

async function compiled(text: string, module: 'nodenext' | 'bundler'): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'consumer-'));
  try {
    await mkdir(join(folder, 'node_modules'));
    await symlink(root, join(folder, 'node_modules/machine-agent'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'consumer.ts'), text);
    const how = module === 'nodenext' ? ['--module', 'nodenext'] : ['--module', 'esnext', '--moduleResolution', module];
    const lib = ['--target', 'es2022', '--lib', 'es2022,dom', '--strict', '--noEmit', '--types', ''];
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    // tap gives its own loader to every program that is started, in this variable; the compiler cannot be loaded with it.
    const plain = ['-u', 'NODE_OPTIONS', process.execPath];
    const { stdout, stderr, exitCode } = await execa('env', [...plain, compiler, ...how, ...lib, 'consumer.ts'], {
      ...{ cwd: folder, reject: false, timeout: 120_000 },
    });
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
    if ((exitCode === 0) !== (errors.length === 0)) throw new Error(`the compiler failed: ${stdout}${stderr}`);
    return errors;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

for (const module of ['nodenext', 'bundler'] as const) {
  t.test(`a consumer has the types of every call, with --module ${module}`, async (t) => {
    t.strictSame(await compiled(good, module), []);
  });
}

t.test('what the client does not take, the consumer’s compiler does not either', async (t) => {
  const errors = await compiled(bad, 'nodenext');
  t.strictSame(
    errors.map((line) => /^consumer\.ts\((\d+)/.exec(line)?.[1]),
    ['3', '4', '5'],
    errors.join('\n'),
  );
});
