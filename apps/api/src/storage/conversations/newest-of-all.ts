import type { FeedbackRecord } from './feedback-store.ts';

/** How many places one user's records take while those of other users need them. */
const OF_USER = 10;

/**
 * The newest ratings or reports. One user cannot push those of others out of the list: more than `OF_USER` of the same
 * user are in it only if there is room left. `read` returns the newest `limit` without those of these users.
 */
export async function newestOfAll(
  limit: number,
  read: (without: string[]) => Promise<FeedbackRecord[]>,
): Promise<FeedbackRecord[]> {
  const newest = await read([]);
  const picked = new Map<string, FeedbackRecord[]>();
  for (let found = newest; ; found = await read(fullUsers(picked))) {
    for (const [userId, records] of Map.groupBy(found, (record) => record.userId)) {
      picked.set(userId, records.slice(0, OF_USER));
    }
    if (found.length < limit || [...picked.values()].flat().length >= limit) break;
  }
  const fair = [...picked.values()].flat().toSorted(newestFirst);
  const places = new Set(fair.map(({ messageId }) => messageId));
  const rest = newest.filter(({ messageId }) => !places.has(messageId));
  return [...fair.slice(0, limit), ...rest].slice(0, limit).toSorted(newestFirst);
}

function fullUsers(picked: Map<string, FeedbackRecord[]>): string[] {
  return [...picked].filter(([, records]) => records.length === OF_USER).map(([userId]) => userId);
}

function newestFirst(a: FeedbackRecord, b: FeedbackRecord): number {
  return b.createdAt - a.createdAt;
}
