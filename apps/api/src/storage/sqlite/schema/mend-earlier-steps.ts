import type { Database } from '../database/database.ts';

/**
 * Brings files up to date that programs of 2026-11-21 wrote, before some of the steps above had their final form: then
 * replies had no stop requests, and a reply without an answer was no version even when a message followed it.
 */
export function mendEarlierSteps(database: Database): void {
  const columns = { sql: "SELECT 1 FROM pragma_table_info('replies') WHERE name = 'is_stop_requested'" };
  if (database.all(columns, {}).length === 0) {
    database.exec(`
      ALTER TABLE replies ADD COLUMN is_stop_requested INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX live_replies_of_owner ON replies (owner) WHERE status = 'streaming'`);
  }
  database.exec(`
    UPDATE messages SET counts = 1
    WHERE counts = 0 AND EXISTS (
      SELECT 1 FROM messages AS child
      WHERE child.conversation_id = messages.conversation_id AND child.parent_id = messages.id)`);
}
