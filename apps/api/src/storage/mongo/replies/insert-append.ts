import { fileIdOf } from '../../files/file-id.ts';
import type { AcceptRequest } from '../../storage.ts';
import type { Database } from '../database/database.ts';
import { allSettled } from '../database/driver-errors.ts';
import { claimFile } from '../files/file-uses.ts';
import type { BranchAppend } from './plan-append.ts';
import { keyOf } from '../database/keys.ts';
import { messages } from '../conversations/message-document.ts';
import { entryOf, searchEntries, titleEntry, type SearchEntry } from '../search/search-index.ts';

/**
 * Stores the messages of an `accept` before the conversation refers to them. False when an attachment no longer exists.
 */
export async function insertAppend(
  database: Database,
  request: AcceptRequest,
  { made, documents, followedId, attachments, previousImageUrl }: BranchAppend,
): Promise<boolean> {
  const { userId, title, now, assistantMessageId } = request;
  const isNew = documents[0]?.ord === 0;
  const entries: SearchEntry[] = [];
  for (const message of made) {
    const entry = message.id === assistantMessageId ? null : await entryOf(request, message, now);
    if (entry) entries.push(entry);
  }
  const titled = isNew ? await titleEntry(request, title, now) : null;
  if (titled) entries.push(titled);
  const all = database.of(messages);
  const named = new Set(attachments.map(({ id }) => id));
  let isComplete = true;
  await allSettled([
    all.insertMany(documents),
    entries.length > 0 && database.of(searchEntries).insertMany(entries),
    // A message that another one follows stays a version, because otherwise its followers would be unreachable.
    followedId !== null && all.updateOne({ _id: keyOf(userId, followedId), counts: false }, { $set: { counts: true } }),
    ...[...named].map(async (id) => {
      if (!(await claimFile(database, id, request))) isComplete = false;
    }),
    previousImageUrl !== undefined && claimFile(database, fileIdOf(previousImageUrl), request),
  ]);
  return isComplete;
}
