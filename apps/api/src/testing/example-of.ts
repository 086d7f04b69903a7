import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** A valid value for a schema without patterns of its own; of an object with every field. */
export function exampleOf(schema: z.ZodObject): Record<string, unknown> {
  return exampleFor(z.toJSONSchema(schema, { io: 'input' })) as Record<string, unknown>;
}

function exampleFor(schema: z.core.JSONSchema.BaseSchema): unknown {
  const { type, format, properties, items, minLength = 1, minimum = 0 } = schema;
  if (schema.enum) return schema.enum[0];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, of]) => [name, exampleFor(of as z.core.JSONSchema.BaseSchema)]),
    );
  if (type === 'array') return [exampleFor(items as z.core.JSONSchema.BaseSchema)];
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return minimum;
  return format === 'uuid' ? randomUUID() : 'x'.repeat(minLength);
}
