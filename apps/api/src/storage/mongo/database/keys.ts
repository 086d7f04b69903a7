/**
 * The `_id` of a user's document. It starts with the user's id, so that a user's documents are adjacent, another user's
 * ids are unknown, and `_id` can be the shard key. User ids contain no colon.
 */
export function keyOf(userId: string, id: string): string {
  return `${userId}:${id}`;
}

/** The id part of such a key. */
export function idOf(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

/** The user id part of such a key. */
export function userOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

/** A filter on `_id` that directs a query to the shard with the user's documents. */
export function keysOf(userId: string): { $gt: string; $lt: string } {
  return { $gt: `${userId}:`, $lt: `${userId};` };
}
