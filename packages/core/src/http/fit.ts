/**
 * What a received value needs to be usable. A string, number or boolean stands for any value of its type, an array for
 * a list of such items, an object for one with at least these fields. A function returns the value to use, or throws.
 */
export type ShapeOf<T> =
  | ((value: unknown) => T)
  | (T extends string
      ? string
      : T extends number
        ? number
        : T extends boolean
          ? boolean
          : T extends readonly (infer Item)[]
            ? readonly [ShapeOf<Item>]
            : T extends object
              ? { readonly [Field in keyof T]?: ShapeOf<T[Field]> }
              : never);

/**
 * Reads a value that a newer or older server may have sent. A missing list is read as empty, unusable items are left
 * out, and unknown fields stay. Throws a TypeError if the value cannot be used, or no item of a list can.
 */
export function fit<T>(value: unknown, shape: ShapeOf<T>): T;
export function fit(value: unknown, shape: unknown): unknown {
  if (typeof shape === 'function') return shape(value);
  if (Array.isArray(shape)) return fitItems(value ?? [], shape[0]);
  if (typeof value !== typeof shape || value === null) throw new TypeError('The value does not fit.');
  if (typeof shape !== 'object') return value;
  const fields = Object.entries(shape as object).map(([name, field]) => [
    name,
    fit((value as Record<string, unknown>)[name], field as ShapeOf<unknown>),
  ]);
  return { ...(value as object), ...Object.fromEntries(fields) };
}

function fitItems(value: unknown, shape: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('The value is not a list.');
  const items = value.flatMap((item) => {
    try {
      return [fit(item, shape as ShapeOf<unknown>)];
    } catch {
      return [];
    }
  });
  if (items.length === 0 && value.length > 0) throw new TypeError('No item of the list fits.');
  return items;
}

/** For the shape of a text that may be missing. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
