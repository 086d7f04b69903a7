import { z } from 'zod';

/** A schema of one of these strings. */
export function enumOf<Id extends string>(ids: readonly Id[]) {
  return z.enum(ids as [Id, ...Id[]]);
}

/** A schema of an object with one field per id, all of the same schema. */
export function fieldPerId<Id extends string, Field extends z.ZodType>(ids: readonly Id[], field: Field) {
  return z.object(Object.fromEntries(ids.map((id) => [id, field])) as Record<Id, Field>);
}

/** The ids of a table's rows. */
export function idsOf<Id extends string>(rows: readonly { id: Id }[]): Id[] {
  return rows.map(({ id }) => id);
}
