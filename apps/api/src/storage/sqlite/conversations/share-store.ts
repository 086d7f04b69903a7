import type { ShareChange, ShareRecord, ShareStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { markScrubDue } from '../database/scrubber.ts';

type Share = Omit<ShareRecord, 'hasReasoning' | 'hasAttachments' | 'reports'> & {
  hasReasoning: number;
  hasAttachments: number;
  reports: string;
};
type Place = { userId: string; id: string };

const COLUMNS = `shares.id, shares.user_id AS userId, shares.conversation_id AS conversationId,
  shares.token_hash AS tokenHash, shares.title, shares.leaf_id AS leafId, shares.message_count AS messageCount,
  shares.has_reasoning AS hasReasoning, shares.has_attachments AS hasAttachments, shares.created_at AS createdAt,
  shares.updated_at AS updatedAt, shares.expires_at AS expiresAt, shares.reports, shares.reported_at AS reportedAt`;
const LIVE = `shares
  JOIN conversations ON conversations.id = shares.conversation_id AND conversations.deleted_at IS NULL
  JOIN users ON users.id = shares.user_id AND users.deleted_at IS NULL`;

const READABLE = `${LIVE} AND users.blocked_at IS NULL`;

const selectAll = statement<{ userId: string }, Share>(`SELECT ${COLUMNS} FROM ${LIVE} WHERE shares.user_id = :userId`);
const selectOne = statement<Place, Share>(`SELECT ${COLUMNS} FROM shares WHERE user_id = :userId AND id = :id`);
const selectLive = statement<{ tokenHash: string; now: number }, Share>(`
  SELECT ${COLUMNS} FROM ${READABLE}
  WHERE shares.token_hash = :tokenHash AND (shares.expires_at IS NULL OR shares.expires_at > :now)`);
const selectReported = statement<{ now: number; limit: number }, Share>(`
  SELECT ${COLUMNS} FROM ${READABLE}
  WHERE shares.reported_at IS NOT NULL AND (shares.expires_at IS NULL OR shares.expires_at > :now)
  ORDER BY shares.reported_at DESC LIMIT :limit`);
const selectCount = statement<{ now: number }, { count: number }>(`
  SELECT (SELECT count(*) FROM shares WHERE expires_at IS NULL)
    + (SELECT count(*) FROM shares WHERE expires_at > :now) AS count`);
const insertOne = statement<Share>(`
  INSERT INTO shares (id, user_id, conversation_id, token_hash, title, leaf_id, message_count, has_reasoning,
    has_attachments, created_at, updated_at, expires_at, reports, reported_at)
  SELECT :id, users.id, conversations.id, :tokenHash, :title, :leafId, :messageCount, :hasReasoning, :hasAttachments,
    :createdAt, :updatedAt, :expiresAt, :reports, :reportedAt
  FROM conversations JOIN users ON users.id = conversations.user_id AND users.deleted_at IS NULL
  WHERE conversations.id = :conversationId AND conversations.user_id = :userId AND conversations.deleted_at IS NULL`);
const updateOne = statement<
  Place &
    Omit<ShareChange, 'hasReasoning' | 'hasAttachments'> &
    Pick<Share, 'hasReasoning' | 'hasAttachments'> & { now: number }
>(`
  UPDATE shares SET title = :title, leaf_id = :leafId, message_count = :messageCount, has_reasoning = :hasReasoning,
    has_attachments = :hasAttachments, expires_at = :expiresAt, updated_at = :now
  WHERE user_id = :userId AND id = :id`);
const addReport = statement<{ tokenHash: string; path: string; now: number }>(`
  UPDATE shares SET reports = json_set(reports, :path, coalesce(json_extract(reports, :path), 0) + 1), reported_at = :now
  WHERE token_hash = :tokenHash`);
const removeReports = statement<{ tokenHash: string }>(
  "UPDATE shares SET reports = '{}', reported_at = NULL WHERE token_hash = :tokenHash",
);
const deleteOne = statement<Place>('DELETE FROM shares WHERE user_id = :userId AND id = :id');
const deleteByToken = statement<{ tokenHash: string }, { userId: string }>(
  'DELETE FROM shares WHERE token_hash = :tokenHash RETURNING user_id AS userId',
);

export function createShareStore(database: Database): ShareStore {
  // Sorted here, because a user has few of them.
  const list = (userId: string) =>
    database
      .all(selectAll, { userId })
      .map(toRecord)
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  return {
    async list(userId) {
      return list(userId);
    },
    async create(share, limit) {
      return database.transaction(
        () => {
          if (database.get(selectOne, { userId: share.userId, id: share.id })) return 'exists';
          const row = { ...toRow(share), reports: JSON.stringify(share.reports) };
          if (database.run(insertOne, row) === 0) return 'not-found';
          return list(share.userId).length <= limit ? 'created' : 'full';
        },
        (outcome) => outcome === 'created',
      );
    },
    async update(userId, id, change, now) {
      return database.transaction(() => {
        database.run(updateOne, { ...toRow(change), userId, id, now });
        const changed = database.get(selectOne, { userId, id });
        return changed ? toRecord(changed) : null;
      });
    },
    async remove(userId, id) {
      return database.transaction(() => {
        const isKnown = database.run(deleteOne, { userId, id }) === 1;
        if (isKnown) markScrubDue(database);
        return isKnown;
      });
    },
    async find(tokenHash, now) {
      const found = database.get(selectLive, { tokenHash, now });
      return found ? toRecord(found) : null;
    },
    async takeDown(tokenHash) {
      return database.transaction(() => {
        const [removed] = database.all(deleteByToken, { tokenHash });
        if (removed) markScrubDue(database);
        return removed?.userId ?? null;
      });
    },
    async report(tokenHash, reason, now) {
      return database.transaction(() => {
        if (!database.get(selectLive, { tokenHash, now })) return false;
        return database.run(addReport, { tokenHash, path: `$.${reason}`, now }) === 1;
      });
    },
    async reported(now, limit) {
      return database.all(selectReported, { now, limit }).map(toRecord);
    },
    async dismissReports(tokenHash) {
      return database.run(removeReports, { tokenHash }) === 1;
    },
    async count(now) {
      return database.get(selectCount, { now })?.count ?? 0;
    },
  };
}

function toRecord(row: Share): ShareRecord {
  return {
    ...row,
    hasReasoning: row.hasReasoning === 1,
    hasAttachments: row.hasAttachments === 1,
    reports: JSON.parse(row.reports) as ShareRecord['reports'],
  };
}

function toRow<Fields extends Pick<ShareRecord, 'hasReasoning' | 'hasAttachments'>>(
  share: Fields,
): Omit<Fields, 'hasReasoning' | 'hasAttachments'> & Pick<Share, 'hasReasoning' | 'hasAttachments'> {
  return { ...share, hasReasoning: Number(share.hasReasoning), hasAttachments: Number(share.hasAttachments) };
}
