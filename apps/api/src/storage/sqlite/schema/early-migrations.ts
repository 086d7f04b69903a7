import type { Database } from '../database/database.ts';
import { fillIndex } from '../search/search-index.ts';
import { FIRST_SCHEMA } from './first-schema.ts';

/** SQL, or work on the database. */
export type Migration = string | ((database: Database) => void);

/** The first entries of `MIGRATIONS`. */
export const EARLY_MIGRATIONS: readonly Migration[] = [
  FIRST_SCHEMA,
  `
  ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN named_by_hand INTEGER NOT NULL DEFAULT 0;
  DROP INDEX conversations_of_user;
  CREATE INDEX conversations_of_user ON conversations (user_id, updated_at DESC, id DESC)
    WHERE deleted_at IS NULL AND archived = 0;
  CREATE INDEX pinned_conversations ON conversations (user_id, updated_at DESC, id DESC)
    WHERE deleted_at IS NULL AND archived = 0 AND pinned = 1;
  CREATE INDEX archived_conversations ON conversations (user_id, updated_at DESC, id DESC)
    WHERE deleted_at IS NULL AND archived = 1;
  CREATE INDEX deleted_conversations ON conversations (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX replies_of_conversation ON replies (conversation_id);

  -- counts: whether a message is a version also where it is not on the branch: every question, and replies that have an
  -- answer or are followed by a message.
  -- extras: attachments, pictures and sources, as JSON.
  ALTER TABLE messages ADD COLUMN counts INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE messages ADD COLUMN extras TEXT;
  CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id, counts, ord);
  UPDATE messages SET counts = 0
  WHERE role = 'assistant'
    AND (status = 'streaming' OR trim(text, char(9, 10, 11, 12, 13, 32, 160)) = '' OR text = 'Error: ' || error)
    AND NOT EXISTS (
      SELECT 1 FROM messages AS child
      WHERE child.conversation_id = messages.conversation_id AND child.parent_id = messages.id);

  -- conversation_id: one of those that name the file; null until a message with it is accepted.
  CREATE TABLE files (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    conversation_id TEXT,
    created_at INTEGER NOT NULL,
    attachment TEXT NOT NULL,
    text TEXT
  ) STRICT;
  CREATE INDEX unsent_files ON files (created_at) WHERE conversation_id IS NULL;
  CREATE TABLE conversation_files (
    file_id TEXT NOT NULL REFERENCES files (id),
    conversation_id TEXT NOT NULL REFERENCES conversations (id),
    PRIMARY KEY (file_id, conversation_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX files_of_conversation ON conversation_files (conversation_id);

  -- Bytes that may lie on the disk without a row in files: those being written or removed.
  CREATE TABLE stray_files (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE search_owners (
    id INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id)
  ) STRICT;
  -- message_id: null for the conversation's title.
  CREATE TABLE search_entries (
    id INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id),
    message_id TEXT UNIQUE REFERENCES messages (id)
  ) STRICT;
  CREATE INDEX search_entries_of_conversation ON search_entries (conversation_id, message_id);
  -- The words of each entry, as words.ts reads them, each behind the key of its owner. The texts are not kept again.
  CREATE VIRTUAL TABLE search_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'ascii');
  `,
  fillIndex,
  `
  -- Made anew, as SQLite cannot let a column be empty that could not: accounts may have neither address nor password.
  CREATE TABLE new_users (
    id TEXT PRIMARY KEY,
    email TEXT UNIQUE,
    password_hash TEXT,
    email_verified INTEGER NOT NULL,
    name TEXT,
    subscription_tier TEXT NOT NULL,
    subscription_status TEXT,
    subscription_period_end INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO new_users (id, email, password_hash, email_verified, subscription_tier, subscription_status,
    subscription_period_end, created_at)
  SELECT id, email, password_hash, email_verified, subscription_tier, subscription_status, subscription_period_end,
    created_at FROM users;
  DROP TABLE users;
  ALTER TABLE new_users RENAME TO users;

  CREATE TABLE identities (
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    email TEXT,
    is_private_relay INTEGER NOT NULL,
    forwards_mail INTEGER NOT NULL,
    refresh_token TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (provider, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX identities_of_user ON identities (user_id, created_at);

  CREATE TABLE sign_ins (
    state_hash TEXT PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    nonce TEXT NOT NULL,
    name TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_ins_by_expiry ON sign_ins (expires_at);
  CREATE TABLE used_once (
    hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX used_once_by_expiry ON used_once (expires_at);
  `,
  `
  -- deleted_at: from then on the user is unknown, and what is left of it is being removed.
  ALTER TABLE users ADD COLUMN deleted_at INTEGER;
  ALTER TABLE sessions ADD COLUMN last_seen_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
  UPDATE sessions SET last_seen_at = created_at;

  CREATE TABLE one_time_tokens (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    email TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX one_time_tokens_of_user ON one_time_tokens (user_id, expires_at);

  -- Stays when the user is gone. ended_at: null while anything is left.
  CREATE TABLE deletions (
    user_id TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX unfinished_deletions ON deletions (user_id) WHERE ended_at IS NULL;
  CREATE INDEX every_conversation_of_user ON conversations (user_id);
  CREATE INDEX files_of_user ON files (user_id, id);
  `,
  `
  ALTER TABLE users ADD COLUMN subscription_cancel_at INTEGER;
  CREATE INDEX users_by_creation ON users (created_at) WHERE deleted_at IS NULL;

  -- The sequence numbers say which look at Stripe is newer: sync_seq was begun last, applied_seq is the one that was
  -- stored, wanted_seq the first that sees the last event. expected_at: when the customer has to be looked at anyway.
  CREATE TABLE customers (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    is_live INTEGER NOT NULL,
    is_gone INTEGER NOT NULL DEFAULT 0,
    status TEXT,
    currency TEXT,
    yearly_amount INTEGER NOT NULL DEFAULT 0,
    live_count INTEGER NOT NULL DEFAULT 0,
    sync_seq INTEGER NOT NULL DEFAULT 0,
    applied_seq INTEGER NOT NULL DEFAULT 0,
    wanted_seq INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,
    expected_at INTEGER
  ) STRICT;
  CREATE INDEX customers_of_user ON customers (user_id);
  CREATE UNIQUE INDEX one_customer_each ON customers (user_id, is_live) WHERE is_gone = 0;
  CREATE INDEX due_customers ON customers (is_live, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX customers_by_status ON customers (is_live, status, currency, yearly_amount)
    WHERE is_gone = 0 AND status IS NOT NULL;
  CREATE INDEX duplicate_subscriptions ON customers (is_live) WHERE live_count > 1;
  CREATE TABLE billing_events (
    id TEXT PRIMARY KEY,
    received_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX billing_events_by_time ON billing_events (received_at);

  -- day: since 1970, UTC. What was counted before is counted from what is left of it.
  CREATE TABLE daily_counts (
    day INTEGER NOT NULL,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, name)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO daily_counts (day, name, count)
  SELECT created_at / 86400000, 'users', count(*) FROM users GROUP BY 1;
  INSERT INTO daily_counts (day, name, count)
  SELECT created_at / 86400000, 'messages', count(*) FROM replies GROUP BY 1;
  INSERT INTO daily_counts (day, name, count)
  SELECT created_at / 86400000, 'replies', count(*) FROM replies WHERE status IN ('complete', 'stopped') GROUP BY 1;
  INSERT INTO daily_counts (day, name, count)
  SELECT replies.created_at / 86400000, 'failed:' || coalesce(messages.error_code, 'internal'), count(*)
  FROM replies JOIN messages ON messages.id = replies.assistant_message_id
  WHERE replies.status IN ('failed', 'interrupted') GROUP BY 1, 2;

  -- Files of the first hour have an index of this name.
  DROP INDEX IF EXISTS live_replies_of_owner;
  -- What the owner of a running reply shall know of; by whom the running ones are written.
  ALTER TABLE replies ADD COLUMN is_stop_requested INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX live_replies_of_owner ON replies (owner) WHERE status = 'streaming';
  `,
  `
  CREATE TABLE onboarding (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    step TEXT NOT NULL,
    answers TEXT NOT NULL,
    seen_at INTEGER,
    demo_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What the search index lacks, in the order it was stored. message_id: null for the conversation's title.
  CREATE TABLE search_pending (
    id INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    message_id TEXT
  ) STRICT;
  CREATE INDEX search_pending_of_conversation ON search_pending (conversation_id);
  `,
  `
  -- counted: JSON of the messages that count, each with the window that it opens if it is the first to stay.
  CREATE TABLE usage_counts (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    counted TEXT NOT NULL,
    refunds_left INTEGER NOT NULL,
    refunds_end INTEGER NOT NULL
  ) STRICT;
  -- Which of a window's messages were given back was not stored: those that are most likely to have stayed count.
  -- Those whose reply was purged with its conversation count without one.
  WITH RECURSIVE
    places AS (
      SELECT user_id, 1 AS place FROM usage_windows WHERE used > 0
      UNION ALL
      SELECT user_id, place + 1 FROM places JOIN usage_windows USING (user_id) WHERE place < used
    ),
    placed AS (
      SELECT user_id, replies.generation_id, row_number() OVER (
        PARTITION BY user_id ORDER BY replies.status IN ('failed', 'interrupted'), replies.created_at
      ) AS place
      FROM usage_windows JOIN replies USING (user_id, window_start)
    )
  INSERT INTO usage_counts (user_id, counted, refunds_left, refunds_end)
  SELECT user_id,
    json_group_array(
      json_object('id', coalesce(generation_id, 'purged ' || place), 'start', window_start, 'end', window_end)
    ),
    used, window_end
  FROM places JOIN usage_windows USING (user_id) LEFT JOIN placed USING (user_id, place) GROUP BY user_id;
  DROP TABLE usage_windows;
  ALTER TABLE replies DROP COLUMN window_start;
  `,
];
