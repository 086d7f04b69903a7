import { statement, type Database } from '../database/database.ts';
import { hasPendingPassages, indexPassages } from '../projects/passage-index.ts';
import { indexMessage, indexTitle, type StoredText } from './search-index.ts';

type Pending = { id: number; conversationId: string; messageId: string | null };

/** Delay between a write and indexing, so that concurrent writes are indexed together. */
const DELAY_MS = 20;
/** Time limit of one slice, and pause for other calls after it. A slice indexes at least one text. */
const SLICE_MS = 20;
/** Delay before a retry after a failure, such as a full disk. */
const RETRY_MS = 1_000;
/** Maximum number of texts in one slice. */
const AT_ONCE = 2_000;

const selectPending = statement<{ limit: number }, Pending>(`
  SELECT id, conversation_id AS conversationId, message_id AS messageId FROM search_pending
  WHERE id > 0 ORDER BY id LIMIT :limit`);
const deletePending = statement<{ id: number }>('DELETE FROM search_pending WHERE id = :id');
const selectMessage = statement<{ id: string }, StoredText & { userId: string }>(`
  SELECT user_id AS userId, id, role = 'user' AS isUser, status, error, text FROM messages WHERE id = :id`);
const selectTitle = statement<{ id: string }, { userId: string; title: string }>(
  'SELECT user_id AS userId, title FROM conversations WHERE id = :id',
);

/**
 * Indexes the texts noted by `markPending`, and the passages of files that came into projects: soon after each write,
 * in slices, so that other calls wait for one slice at most. Texts of an earlier process are indexed immediately.
 * Returns a function that stops the indexing.
 */
export function startIndexing(database: Database): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let hasFailed = false;
  const schedule = (delay: number) => {
    if (!isStopped) timer ??= setTimeout(() => void next(), delay);
  };

  async function next(): Promise<void> {
    let delay = SLICE_MS;
    try {
      const hasTexts = database.all(selectPending, { limit: 1 }).length > 0;
      if (!hasTexts && !hasPendingPassages(database)) {
        timer = undefined;
        return;
      }
      await database.write(() => (hasTexts ? indexSlice(database) : indexPassages(database)));
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) process.emitWarning(`Messages wait to be indexed for the search: ${reasonOf(error)}`);
      hasFailed = true;
      delay = RETRY_MS;
    }
    // Finds texts that were stored in the meantime, perhaps in the same commit.
    timer = undefined;
    schedule(delay);
  }

  const stopWatching = database.onCommit(() => schedule(DELAY_MS));
  schedule(0);
  return () => {
    isStopped = true;
    stopWatching();
    clearTimeout(timer);
  };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

function indexSlice(database: Database): void {
  const end = performance.now() + SLICE_MS;
  for (const [index, pending] of database.all(selectPending, { limit: AT_ONCE }).entries()) {
    if (index > 0 && performance.now() >= end) return;
    indexOne(database, pending);
    database.run(deletePending, { id: pending.id });
  }
}

/** Indexes the current text; does nothing when it no longer exists. */
function indexOne(database: Database, { conversationId, messageId }: Pending): void {
  if (messageId === null) {
    const found = database.get(selectTitle, { id: conversationId });
    if (found) indexTitle(database, { userId: found.userId, conversationId }, found.title);
    return;
  }
  const found = database.get(selectMessage, { id: messageId });
  if (found) indexMessage(database, { userId: found.userId, conversationId }, found);
}
