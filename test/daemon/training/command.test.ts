import t, { type Test } from 'tap';
import { runTraining } from '../../../daemon/training/command/run.ts';
import { localCloud } from '../../support/local-cloud.ts';
import { trainingCloud } from '../../support/training-cloud.ts';

type Run = { readonly status: number; readonly out: string; readonly err: string };

async function run(args: readonly string[], env: Record<string, string>, more: object = {}): Promise<Run> {
  let [out, err] = ['', ''];
  const print = (text: string) => {
    out += text;
  };
  const complain = (text: string) => {
    err += text;
  };
  const signal = new AbortController().signal;
  return { status: await runTraining(args, { env, print, complain, signal, ...more }), out, err };
}

async function cloud(t: Test) {
  const made = await localCloud(t);
  const { id, key } = made.key();
  const env = { API_KEY_ID: id, API_KEY: key, ROOT_URL: made.url, ORG_ID: made.store.organization };
  return { made, env, train: (...args: string[]) => run(args, env) };
}

t.test('a job from submission to deletion, as a person does it', async (t) => {
  const { made, train } = await cloud(t);
  const model = ['--dataset', made.dataset, '--model', 'm'];
  const labels = ['--type', 'single-label-classification', '--tags', 'red, blue'];
  t.match(await train('list'), { status: 0, out: 'no jobs\n' });
  const submitted = await train('submit', ...model, '--version', '1', ...labels, '--watch');
  t.equal(submitted.status, 0);
  const [id = '', ...seen] = submitted.out.trim().split('\n');
  t.equal(seen.at(-1), 'completed');
  t.match((await train('get', id)).out, /^status {5}completed$/m);
  t.match((await train('list', '--status', 'completed')).out, new RegExp(`^ID .*STATUS[^]*${id} +completed +m +1`));
  t.match((await train('list', '--status', 'running')).out, 'no jobs\n');
  t.match((await train('logs', id)).out, /100 %/);
  t.match(await train('cancel', id), { status: 1, err: /\(failed-precondition\)/ });
  t.match(await train('delete', id), { status: 0, out: 'deleted\n' });
  t.match(await train('get', id), { status: 1, err: /\(not-found\)/ });
});

t.test('a script of the registry with arguments; --json is one value, and one each line with --watch', async (t) => {
  const { made, train } = await cloud(t);
  const content = '#!/bin/sh\nfor a; do echo "$a"; done\nexit 3\n';
  made.store.registry.add({ item: 'test:fails', version: '1', file: 'fails.sh', content });
  const script = ['--script', 'test:fails', '--script-version', '1', '--argument', 'epochs=3'];
  const model = ['--dataset', made.dataset, '--model', 'c', '--version', '1'];
  const { status, out } = await train('submit-custom', ...model, ...script, '--json', '--watch');
  t.equal(status, 1, 'a watched job that failed');
  const [submitted, ...states] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.match(states.at(-1), { id: submitted.id, status: 'FAILED', errorStatus: { message: /ended with 3/ } });
  const logs = await train('logs', submitted.id, '--json', '--watch');
  t.ok(logs.out.split('\n').some((line) => line !== '' && JSON.parse(line).message === '--epochs=3'));
  const [job] = JSON.parse((await train('list', '--json')).out);
  t.match(job, { isCustomJob: true, registryItemId: 'test:fails', arguments: { epochs: '3' } });
});

t.test('what is wrong with a command line is said, and nothing is sent', async (t) => {
  const { cloud, options } = trainingCloud();
  const env = { API_KEY_ID: 'id', API_KEY: 'a-key', ROOT_URL: 'http://cloud.test', ORG_ID: 'org' };
  const tries: readonly (readonly [string[], Record<string, string>, RegExp])[] = [
    [['submitt'], env, /there is no call "submitt"/],
    [['submit'], env, /--dataset is missing/],
    [['list', '--status', 'gone'], env, /--status is one of .*running/],
    [['list'], { ...env, ORG_ID: '' }, /--org or ORG_ID is missing/],
    [['get'], env, /the id of the job is missing/],
    [['get', 'a', 'b'], env, /get takes one job/],
    [['list', '--nope'], env, /--nope/],
    [['list'], { ...env, API_KEY: '' }, /API_KEY_ID and API_KEY/],
    [['list'], { ...env, ROOT_URL: 'ftp://x' }, /serviceHost must be/],
  ];
  for (const [args, given, text] of tries) {
    const { status, err } = await run(args, given, { transport: options.transport });
    t.equal(status, 2, args.join(' '));
    t.match(err, text);
    t.notMatch(err, /a-key/);
  }
  t.equal(cloud.authentications, 0);
  t.match(await run(['--help'], {}), { status: 0, out: /submit-custom/ });
});
