import * as z from 'zod';
import { agentSettings } from '../daemon/settings.ts';
import { wordings } from '../netplan/setting.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The settings as JSON Schema, for editors and for the cloud. Draft 7: the newest that all common editors know.
 * Conversions and rules between fields cannot be said in it; `machine-agent --check` knows them all.
 */
export function settingsSchema(): JsonSchema {
  const schema = z.toJSONSchema(agentSettings, {
    io: 'input',
    target: 'draft-7',
    override({ zodSchema, jsonSchema }) {
      const wording = wordings.get(zodSchema);
      if (wording?.extension) jsonSchema.description = `Extension. ${jsonSchema.description}`;
      if (wording?.most !== undefined) jsonSchema.maxProperties = wording.most;
      if (jsonSchema.properties !== undefined) jsonSchema.additionalProperties = false;
    },
  });
  const title = 'Settings of machine-agent';
  const description =
    'The object `agent` of a machine’s configuration, and the content of /etc/machine-defaults.json. Everything is optional.';
  const properties = { $schema: { type: 'string' as const }, ...schema.properties };
  return { ...schema, title, description, properties };
}

/** As it stands in `deploy/agent.schema.json`. */
export const settingsSchemaText = (): string => `${JSON.stringify(settingsSchema(), null, 2)}\n`;
