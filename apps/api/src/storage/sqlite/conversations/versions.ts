import type { Message } from '@parley/core';
import { statement, type Database } from '../database/database.ts';
import { selectLiveReply } from '../replies/reply-row.ts';

type Version = { shownId: string; id: string; ord: number; counts: number };

// Every message on the branch is a version, even one without an answer.
const selectVersions = statement<{ ids: string; conversationId: string }, Version>(`
  SELECT shown.id AS shownId, version.id, version.ord, version.counts
  FROM json_each(:ids) AS wanted
  JOIN messages AS shown ON shown.id = wanted.value
  JOIN messages AS version ON version.conversation_id = :conversationId
    AND version.parent_id IS shown.parent_id AND version.role = shown.role`);
const selectMember = statement<{ id: string; conversationId: string; userId: string }, { id: string }>(`
  SELECT messages.id FROM messages
  JOIN conversations ON conversations.id = messages.conversation_id AND conversations.deleted_at IS NULL
  WHERE messages.id = :id AND messages.conversation_id = :conversationId AND messages.user_id = :userId`);
// SQLite takes `id` from the row with the maximum depth, which is the end of the branch.
const selectEnd = statement<{ id: string; conversationId: string }, { id: string }>(`
  WITH RECURSIVE branch (id, depth) AS (
    SELECT :id, 0
    UNION ALL
    SELECT (
      SELECT child.id FROM messages AS child
      WHERE child.conversation_id = :conversationId AND child.parent_id = branch.id
      ORDER BY child.counts DESC, child.ord DESC LIMIT 1
    ), depth + 1
    FROM branch WHERE branch.id IS NOT NULL
  )
  SELECT id, MAX(depth) FROM branch WHERE id IS NOT NULL`);
const updateLeaf = statement<{ id: string; leafId: string }>(
  'UPDATE conversations SET leaf_id = :leafId WHERE id = :id',
);

/** Adds the versions to those messages of a branch that have others. */
export function withVersions(database: Database, conversationId: string, messages: Message[]): Message[] {
  const ids = JSON.stringify(messages.map(({ id }) => id));
  const versions = database
    .all(selectVersions, { ids, conversationId })
    .filter(({ id, shownId, counts }) => counts === 1 || id === shownId)
    .sort((a, b) => a.ord - b.ord);
  const ofMessage = Map.groupBy(versions, ({ shownId }) => shownId);
  return messages.map((message) => {
    const versionIds = ofMessage.get(message.id)?.map(({ id }) => id) ?? [];
    return versionIds.length > 1 ? { ...message, versionIds } : message;
  });
}

/** `ConversationStore.showVersion`. */
export function showVersion(
  database: Database,
  place: { id: string; conversationId: string; userId: string },
): 'shown' | 'busy' | 'not-found' {
  const { id, conversationId } = place;
  return database.transaction(() => {
    if (!database.get(selectMember, place)) return 'not-found';
    if (database.get(selectLiveReply, { conversationId })) return 'busy';
    const end = database.get(selectEnd, { id, conversationId });
    database.run(updateLeaf, { id: conversationId, leafId: end?.id ?? id });
    return 'shown';
  });
}
