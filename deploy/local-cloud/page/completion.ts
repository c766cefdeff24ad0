import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { getLocation } from 'jsonc-parser';
import agentSchema from '../../agent.schema.json';

/** As much of JSON Schema as ours has. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
};

const root = agentSchema as unknown as Schema;

/** What the schema says about the place at `path`; several where it allows several shapes. */
function schemasAt(path: readonly (string | number)[]): readonly Schema[] {
  let at: readonly Schema[] = shapes(root);
  for (const part of path) {
    at = at.flatMap((schema) => {
      const { additionalProperties: others, items } = schema;
      const next = typeof part === 'number' ? items : (schema.properties?.[part] ?? others);
      return typeof next === 'object' ? shapes(next) : [];
    });
  }
  return at;
}

const shapes = (schema: Schema): readonly Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(shapes)];

/** Names where a name can stand, values where a value can. */
export function complete(context: CompletionContext): CompletionResult | null {
  const text = context.state.doc.toString();
  const location = getLocation(text, context.pos);
  const word = context.matchBefore(/"?[\w-]*$/);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  const options = location.isAtPropertyKey ? names(location.path.slice(0, -1)) : values(location.path);
  // A closing quote that is there already belongs to what is replaced.
  const to = text[context.pos] === '"' && text[word.from] === '"' ? context.pos + 1 : context.pos;
  return options.length === 0 ? null : { from: word.from, to, options, filter: true };
}

function names(path: readonly (string | number)[]): Completion[] {
  return schemasAt(path).flatMap(({ properties = {} }) =>
    Object.entries(properties)
      .filter(([name]) => name !== '$schema')
      .map(([name, schema]) => ({
        label: `"${name}"`,
        type: 'property',
        apply: `"${name}": ${beginning(schema)}`,
        ...(schema.description === undefined ? {} : { info: schema.description }),
      })),
  );
}

/** What a person goes on from: the default, or an empty object or list. */
function beginning(schema: Schema): string {
  if (schema.default !== undefined && schema.default !== null && typeof schema.default !== 'object') {
    return JSON.stringify(schema.default);
  }
  const types = shapes(schema).flatMap(({ type = [] }) => type);
  if (types.includes('object')) return '{}';
  if (types.includes('array')) return '[]';
  return types.includes('string') ? '""' : '';
}

function values(path: readonly (string | number)[]): Completion[] {
  const found = schemasAt(path).flatMap((schema) => [
    ...(schema.enum ?? []),
    ...(schema.default === undefined || typeof schema.default === 'object' ? [] : [schema.default]),
    ...(schema.type === 'boolean' ? [true, false] : []),
  ]);
  return [...new Set(found.map((value) => JSON.stringify(value)))].map((label) => ({ label, type: 'constant' }));
}
