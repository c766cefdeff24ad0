import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import t from 'tap';
import { ModelFramework, ModelType, TrainingStatus } from '../../../daemon/training/words.ts';
import * as wire from '../../../daemon/wire/generated/viam/app/mltraining/v1/ml_training_pb.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

t.test("the enumerations are the wire's, name by name, and RUNNING beside them", async (t) => {
  const named = (words: object) => Object.entries(words).filter(([, value]) => typeof value === 'number');
  const { RUNNING, ...statuses } = TrainingStatus;
  t.strictSame(named(ModelType), named(wire.ModelType));
  t.strictSame(named(ModelFramework), named(wire.ModelFramework));
  t.strictSame(named(statuses), named(wire.TrainingStatus));
  t.equal(RUNNING, wire.TrainingStatus.IN_PROGRESS);
});

t.test("the browser's entry needs nothing of Node.js, with all that it imports", async (t) => {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['daemon/training/browser.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  });
  const imports = Object.values(result.metafile.inputs).flatMap((input) => input.imports);
  t.strictSame(
    imports.filter(({ external, path }) => external === true || path.startsWith('node:')),
    [],
  );
  t.ok(result.outputFiles[0]?.text.includes('createTrainingClient'));
});

t.test("the package's own name leads to the built client, for Node.js and for a browser", async (t) => {
  // Not a literal: it is built after the types of this file are checked.
  const name = 'machine-agent/training';
  const client = await import(name);
  t.type(client.createTrainingClient, 'function');
  t.equal(client.TrainingStatus.RUNNING, 2);
  const { exports } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
  const browser = await import(new URL(exports['./training'].browser, `file://${root}/`).href);
  t.strictSame(Object.keys(browser).sort(), Object.keys(client).sort());
});
