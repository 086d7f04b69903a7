/** A JSON object whose fields may be missing or of any type. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; none for any other value. */
export function fieldsOf(value: unknown): JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A time in epoch milliseconds, from ISO 8601, seconds or milliseconds. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return orNone(Date.parse(value));
  if (typeof value !== 'number') return undefined;
  return orNone(Math.round(value < 1e11 ? value * 1000 : value));
}

function orNone(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined;
}
