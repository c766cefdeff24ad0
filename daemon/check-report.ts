import { formatDuration } from '../netplan/duration.ts';
import { Secret } from '../netplan/secret.ts';
import { type Ssid, ssidText } from '../netplan/ssid.ts';
import { type LayerName, type Problem, pathText } from './problems.ts';
import { isObject, wordingAt } from './reading/shape.ts';
import { agentSettings, type SettledSettings } from './settings.ts';

/** A file that was looked for, and what was found. */
export type CheckedFile = {
  readonly what: LayerName | 'credentials';
  readonly path: string;
  /** A few words. */
  readonly found: string;
  /** What is wrong with it, in a sentence; `undefined`: nothing, also where it is not there. */
  readonly problem: string | undefined;
};

type Line = { readonly path: string; readonly value: string; readonly origin: LayerName };

/** The settled result for a person: files, every value with where it comes from, and what is wrong. */
export function checkReport(
  files: readonly CheckedFile[],
  settled: SettledSettings,
  inVain: readonly string[],
): string {
  const problems = [
    ...files.flatMap(({ what, problem }) => (problem === undefined ? [] : [`error    ${what}: ${problem}`])),
    ...settled.problems.map(({ severity, message }) => `${severity.padEnd(8)} ${message}`),
  ];
  const lines = linesOf(settled);
  const width = Math.min(72, Math.max(...lines.map(({ path, value }) => `${path} = ${value}`.length)));
  return [
    'Files',
    ...files.map(({ what, path, found }) => `  ${what.padEnd(12)} ${path}: ${found}`),
    '',
    'Settings',
    ...lines.map(({ path, value, origin }) => `  ${`${path} = ${value}`.padEnd(width)}  (${origin})`),
    '',
    ...(inVain.length === 0
      ? []
      : ['Valid, but nothing in this version applies them', ...inVain.map((path) => `  ${path}`), '']),
    ...(problems.length === 0
      ? ['No problems.']
      : ['Problems', ...problems.map((text) => `  ${text}`), '', count(problems.length)]),
    '',
  ].join('\n');
}

const count = (problems: number) => (problems === 1 ? '1 problem.' : `${problems} problems.`);

export const isWrong = (files: readonly CheckedFile[], problems: readonly Problem[]): boolean =>
  problems.length > 0 || files.some(({ problem }) => problem !== undefined);

function linesOf({ settings, origins }: SettledSettings): Line[] {
  const lines: Line[] = [];
  const walk = (value: unknown, path: readonly string[], from: LayerName) => {
    const text = pathText(path);
    const origin = origins.get(text) ?? from;
    const whole = path.length > 1 && !isMember(path);
    if (!whole && isObject(value) && Object.keys(value).length > 0) {
      for (const [name, member] of Object.entries(value)) walk(member, [...path, name], origin);
    } else lines.push({ path: text, value: shown(value, path), origin });
  };
  walk(settings, [], 'built-in');
  return lines;
}

/** Entries of maps are shown one by one, as they are joined out of the layers. */
const isMember = ([section, name, ...inner]: readonly string[]) =>
  inner.length === 0 && (section === 'additional_networks' || name === 'viam_server_env');

/** As people would write it; what is secret, or may hold something secret, is not shown. */
function shown(value: unknown, path: readonly string[]): string {
  if (value === undefined) return 'none';
  if (isObject(value) && Object.keys(value).length === 0 && !(value instanceof Secret)) return '{}';
  if (value instanceof Secret || wordingAt(agentSettings, path).secret) return '(not shown)';
  const name = path.at(-1) ?? '';
  if (name.endsWith('_minutes') && typeof value === 'number') return value === 0 ? '0' : formatDuration(value);
  if (name.endsWith('ssid') && typeof value === 'string') return JSON.stringify(ssidText(value as Ssid));
  return JSON.stringify(value, (key, member: unknown) =>
    (key === 'from' || key === 'to') && typeof member === 'number' ? timeOfDay(member) : member,
  );
}

/** @param moment milliseconds since midnight */
const timeOfDay = (moment: number) => {
  const minute = Math.floor(moment / 60_000);
  return [minute / 60, minute % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
};
