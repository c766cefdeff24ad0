import { settingLimits } from '../netplan/limits.ts';
import { type Flaw, readJsonc } from './jsonc.ts';
import { type LayerName, type Problem, problem } from './problems.ts';

/** One source of settings. `problems`: what was wrong with its text already. */
export type Layer = {
  readonly name: LayerName;
  readonly value: unknown;
  readonly problems?: readonly Problem[];
};

/** A layer out of a file's content. An unreadable one gives one problem and no value: the lower layers hold. */
export function layerFromText(name: LayerName, content: string | Uint8Array): Layer {
  const { value, flaws } = readJsonc(content);
  return { name, value, problems: flaws.map((flaw) => problemOf(flaw, name)) };
}

const expected: Record<Flaw['code'], string> = {
  unreadable: 'JSON, with or without comments',
  'too-large': `at most ${settingLimits.textBytes} bytes`,
  'too-deep': `at most ${settingLimits.depth} levels of objects and lists`,
  'duplicate-key': 'each name once',
};

function problemOf({ code, path, at, found }: Flaw, layer: LayerName): Problem {
  const where = at === undefined ? '' : ` in line ${at.line}, column ${at.column}`;
  return problem({
    path,
    layer,
    code,
    severity: code === 'duplicate-key' ? 'warning' : 'error',
    expected: expected[code],
    found: `${found}${where}`,
    detail: code === 'duplicate-key' ? 'the last one counts' : 'nothing of this layer is used',
  });
}
