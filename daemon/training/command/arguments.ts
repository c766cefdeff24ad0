import { parseArgs } from 'node:util';
import { ModelFramework, ModelType, TrainingStatus } from '../words.ts';

export const calls = ['submit', 'submit-custom', 'get', 'list', 'cancel', 'delete', 'logs'] as const;
export type Call = (typeof calls)[number];

type Shared = { readonly json: boolean; readonly watch: boolean; readonly host: string };
type Model = {
  readonly organization: string;
  readonly dataset: string;
  readonly model: string;
  readonly version: string;
};

/** What a command line asks for, complete. */
export type Request = Shared &
  (
    | ({
        readonly call: 'submit';
        readonly type: ModelType;
        readonly framework: ModelFramework;
        readonly tags: readonly string[];
      } & Model)
    | ({
        readonly call: 'submit-custom';
        readonly item: string;
        readonly itemVersion: string;
        readonly arguments: Readonly<Record<string, string>>;
        readonly container: string;
      } & Model)
    | { readonly call: 'list'; readonly organization: string; readonly status: TrainingStatus }
    | { readonly call: 'get' | 'cancel' | 'delete' | 'logs'; readonly id: string }
  );

export type Reading = { readonly request: Request } | { readonly problem: string } | 'help';

const options = {
  host: { type: 'string' },
  org: { type: 'string' },
  dataset: { type: 'string' },
  model: { type: 'string' },
  version: { type: 'string' },
  type: { type: 'string' },
  framework: { type: 'string', default: 'unspecified' },
  tags: { type: 'string' },
  script: { type: 'string' },
  'script-version': { type: 'string' },
  argument: { type: 'string', multiple: true, default: [] as string[] },
  container: { type: 'string', default: '' },
  status: { type: 'string', default: 'unspecified' },
  json: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

class Mistake extends Error {}

/**
 * Understands what stands behind `train`. Pure.
 * @param env `ROOT_URL` and `ORG_ID` stand in for `--host` and `--org`
 */
export function readArguments(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Reading {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help || positionals.length === 0) return 'help';
    return { request: requestFrom(values, positionals, env) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

function requestFrom(
  values: Values,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Request {
  const [name = '', ...rest] = words;
  const call = calls.find((one) => one === name);
  if (call === undefined) throw new Mistake(`there is no call ${JSON.stringify(name)}; there are ${calls.join(', ')}`);
  const shared = {
    json: values.json,
    watch: values.watch,
    host: needed(values.host ?? env['ROOT_URL'], '--host or ROOT_URL'),
  };
  const organization = () => needed(values.org ?? env['ORG_ID'], '--org or ORG_ID');
  if (call === 'get' || call === 'cancel' || call === 'delete' || call === 'logs') {
    const [id, ...more] = rest;
    if (more.length > 0) throw new Mistake(`${call} takes one job`);
    return { ...shared, call, id: needed(id, 'the id of the job') };
  }
  if (rest.length > 0) throw new Mistake(`${call} takes options only, not ${JSON.stringify(rest[0])}`);
  if (call === 'list') {
    const status = oneOf(TrainingStatus, values.status, '--status');
    return { ...shared, call, organization: organization(), status };
  }
  const model = {
    organization: organization(),
    dataset: needed(values.dataset, '--dataset'),
    model: needed(values.model, '--model'),
    version: needed(values.version, '--version'),
  };
  if (call === 'submit') {
    const tags = needed(values.tags, '--tags')
      .split(',')
      .map((tag) => tag.trim());
    const type = oneOf(ModelType, needed(values.type, '--type'), '--type');
    return { ...shared, ...model, call, tags, type, framework: oneOf(ModelFramework, values.framework, '--framework') };
  }
  return {
    ...{ ...shared, ...model, call, container: values.container },
    item: needed(values.script, '--script'),
    itemVersion: needed(values['script-version'], '--script-version'),
    arguments: Object.fromEntries(values.argument.map(pairIn)),
  };
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new Mistake(`${name} is missing`);
  return value;
}

function pairIn(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Mistake(`--argument is name=value, not ${JSON.stringify(text)}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** `single-label-classification` as well as `SINGLE_LABEL_CLASSIFICATION`. */
function oneOf<V extends number>(words: Readonly<Record<string, V>>, given: string, option: string): V {
  const value = words[given.toUpperCase().replaceAll('-', '_')];
  if (value !== undefined) return value;
  const known = Object.keys(words).map((word) => word.toLowerCase().replaceAll('_', '-'));
  throw new Mistake(`${option} is one of ${known.join(', ')}`);
}
