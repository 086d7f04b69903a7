/**
 * The `_id` of what belongs to a user: it begins with the user's, so that all of a user's things lie together, another user's
 * ids are unknown by themselves, and `_id` can be the shard key. Ids of users hold no colon.
 */
export function keyOf(userId: string, id: string): string {
  return `${userId}:${id}`;
}

/** The id that such a key was made of. */
export function idOf(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

/** The user whose key it is. */
export function userOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

/** The condition on `_id` that leads a query to the part of a cluster where a user's things lie. */
export function keysOf(userId: string): { $gt: string; $lt: string } {
  return { $gt: `${userId}:`, $lt: `${userId};` };
}
