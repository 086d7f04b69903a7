import { AppError } from '@parley/core';
import { newestOfAll } from '../../conversations/newest-of-all.ts';
import type { FeedbackGroup, FeedbackRecord, FeedbackStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { markScrubDue } from '../database/scrubber.ts';

type Row<Fields extends { reasons: unknown }> = Omit<Fields, 'reasons'> & { reasons: string };
type Feedback = Row<Pick<FeedbackRecord, keyof FeedbackRecord>>;
type Place = { userId: string; messageId: string };

const COLUMNS = `user_id AS userId, conversation_id AS conversationId, message_id AS messageId, rating, reasons, comment,
  question, reply, mode, model, version, created_at AS createdAt, report_id AS reportId, done_at AS doneAt`;

const selectOne = statement<Place, Feedback>(
  `SELECT ${COLUMNS} FROM feedback WHERE message_id = :messageId AND user_id = :userId`,
);
const selectAll = statement<{ userId: string }, Feedback>(
  `SELECT ${COLUMNS} FROM feedback WHERE user_id = :userId ORDER BY created_at DESC, message_id`,
);
const selectNotes = statement<{ limit: number; without: string }, Feedback>(`
  SELECT ${COLUMNS} FROM feedback WHERE report_id IS NULL AND (comment <> '' OR question IS NOT NULL)
    AND instr(:without, user_id) = 0
  ORDER BY created_at DESC, message_id LIMIT :limit`);
const IS_OPEN = 'report_id IS NOT NULL AND done_at IS NULL';
const selectOpen = statement<{ limit: number; without: string }, Feedback>(`
  SELECT ${COLUMNS} FROM feedback WHERE ${IS_OPEN} AND instr(:without, user_id) = 0
  ORDER BY created_at DESC, message_id LIMIT :limit`);
const countOpen = statement<Record<never, never>, { count: number }>(
  `SELECT count(*) AS count FROM feedback WHERE ${IS_OPEN}`,
);
const updateDone = statement<{ reportId: string; now: number }>(
  'UPDATE feedback SET done_at = ifnull(done_at, :now) WHERE report_id = :reportId',
);
const selectSince = statement<{ since: number }, Row<Omit<FeedbackGroup, 'count'>>>(
  'SELECT mode, model, version, rating, reasons FROM feedback WHERE created_at >= :since',
);
const replaceOne = statement<Feedback>(`
  INSERT OR REPLACE INTO feedback (message_id, user_id, conversation_id, rating, reasons, comment, question, reply, mode,
    model, version, created_at, report_id, done_at)
  SELECT :messageId, users.id, conversations.id, :rating, :reasons, :comment, :question, :reply, :mode, :model, :version,
    :createdAt, :reportId, :doneAt
  FROM conversations JOIN users ON users.id = conversations.user_id AND users.deleted_at IS NULL
  WHERE conversations.id = :conversationId AND conversations.user_id = :userId AND conversations.deleted_at IS NULL`);
const deleteOne = statement<Place>('DELETE FROM feedback WHERE message_id = :messageId AND user_id = :userId');

export function createFeedbackStore(database: Database): FeedbackStore {
  return {
    async find(userId, messageId) {
      const found = database.get(selectOne, { userId, messageId });
      return found ? withReasons(found) : null;
    },
    async list(userId) {
      return database.all(selectAll, { userId }).map(withReasons);
    },
    async put(feedback) {
      database.transaction(() => {
        const isStored = database.run(replaceOne, { ...feedback, reasons: JSON.stringify(feedback.reasons) }) > 0;
        if (!isStored) throw new AppError('not-found');
        markScrubDue(database);
      });
    },
    async remove(userId, messageId) {
      return database.transaction(() => {
        const isKnown = database.run(deleteOne, { userId, messageId }) === 1;
        if (isKnown) markScrubDue(database);
        return isKnown;
      });
    },
    async groups(since) {
      // Grouped here, where no index gives the order.
      const groups = Map.groupBy(database.all(selectSince, { since }), (row) => JSON.stringify(Object.values(row)));
      return [...groups.values()].flatMap(([first, ...rest]) =>
        first ? { ...withReasons(first), count: rest.length + 1 } : [],
      );
    },
    async notes(limit) {
      return newestOfAll(limit, async (without) =>
        database.all(selectNotes, { limit, without: without.join(' ') }).map(withReasons),
      );
    },
    async openReports(limit) {
      const newest = await newestOfAll(limit, async (without) =>
        database.all(selectOpen, { limit, without: without.join(' ') }).map(withReasons),
      );
      return { count: database.get(countOpen, {})?.count ?? 0, newest };
    },
    async finishReport(reportId, now) {
      return database.run(updateDone, { reportId, now }) === 1;
    },
  };
}

function withReasons<Fields extends { reasons: string }>(
  row: Fields,
): Omit<Fields, 'reasons'> & Pick<FeedbackRecord, 'reasons'> {
  return { ...row, reasons: JSON.parse(row.reasons) as FeedbackRecord['reasons'] };
}
