import { missing } from './api-error.ts';
import type { WireList } from '../records/objects.ts';

interface Page {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** One page, newest first, of items stored oldest first. */
export function page<Item extends { id: string; object: string }>(
  url: string,
  kept: Iterable<Item>,
  { limit = 10, starting_after, ending_before }: Page,
): WireList<Item> {
  const items = [...kept].reverse();
  const indexOf = (id: string, param: string) => {
    const index = items.findIndex((item) => item.id === id);
    if (index < 0) throw missing('object', id, param);
    return index;
  };
  if (ending_before !== undefined) {
    const end = indexOf(ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', url, has_more: start > 0, data: items.slice(start, end) };
  }
  const start = starting_after === undefined ? 0 : indexOf(starting_after, 'starting_after') + 1;
  return { object: 'list', url, has_more: items.length > start + limit, data: items.slice(start, start + limit) };
}
