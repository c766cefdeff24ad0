import type * as z from 'zod';
import { type JsonSchema, settingsSchema } from './settings-schema.ts';

/** Around the table in README.md. */
export const begin = '<!-- settings -->';
export const end = '<!-- /settings -->';

const plain = (schema: z.core.JSONSchema._JSONSchema | undefined): JsonSchema =>
  typeof schema === 'object' ? schema : {};

/** `boolean`, `number or string`, `list`. */
export function typeText(schema: JsonSchema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  const kinds =
    alternatives?.flatMap((alternative) => typeText(plain(alternative)).split(' or ')) ??
    [schema.type ?? typeof schema.const].flat();
  return [...new Set(kinds)].map((kind) => (kind === 'array' ? 'list' : kind)).join(' or ');
}

function defaultText(schema: JsonSchema, required: boolean): string {
  if (required) return 'required';
  const { default: value } = schema;
  if (value === null || value === '') return 'none';
  const text = JSON.stringify(value);
  return Array.isArray(value) && text.length > 40 ? `${value.length} of them, see the schema` : `\`${text}\``;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** By name, the extensions after the others. */
function rows(schema: JsonSchema): string[] {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, plain(member)] as const);
  const isExtension = (member: JsonSchema) => Number(member.description?.startsWith('Extension.') ?? false);
  return members
    .toSorted(([a, one], [b, other]) => isExtension(one) - isExtension(other) || (a < b ? -1 : 1))
    .map(([name, member]) => {
      const required = schema.required?.includes(name) ?? false;
      const cells = [`\`${name}\``, typeText(member), defaultText(member, required), member.description ?? ''];
      return `| ${cells.map(cell).join(' | ')} |`;
    });
}

/** The settings for README.md: a table for each section, in Markdown. */
export function settingsTable(): string {
  const sections = Object.entries(settingsSchema().properties ?? {}).filter(([name]) => name !== '$schema');
  const parts = sections.map(([name, section]) => {
    const schema = plain(section);
    const entry = plain(schema.additionalProperties as JsonSchema | undefined);
    const title = entry.properties === undefined ? `\`${name}\`` : `\`${name}\`: an entry`;
    return [
      `#### ${title}`,
      '',
      schema.description ?? '',
      '',
      '| Setting | Type | Default | Meaning |',
      '|---|---|---|---|',
      ...rows(entry.properties === undefined ? schema : entry),
    ].join('\n');
  });
  return parts.join('\n\n');
}

/** `document` with the table between its marks; `undefined`: it has none. */
export function withSettingsTable(document: string): string | undefined {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) return undefined;
  return `${document.slice(0, from + begin.length)}\n\n${settingsTable()}\n\n${document.slice(to)}`;
}
