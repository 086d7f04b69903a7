/**
 * The first step of the schema's history, applied to an empty file. Never changed; `migrations.ts` has the later steps.
 */
export const FIRST_SCHEMA = `
  CREATE TABLE users (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    email_verified INTEGER NOT NULL,
    subscription_tier TEXT NOT NULL,
    subscription_status TEXT,
    subscription_period_end INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sessions_of_user ON sessions (user_id, expires_at);

  -- A conversation is a tree of messages; its current branch is the path from leaf_id up to a message without a parent.
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    title TEXT NOT NULL,
    web_search_enabled INTEGER NOT NULL DEFAULT 0,
    thinking_mode_enabled INTEGER NOT NULL DEFAULT 0,
    leaf_id TEXT REFERENCES messages (id),
    next_ord INTEGER NOT NULL DEFAULT 0,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
  CREATE INDEX conversations_of_user ON conversations (user_id, updated_at DESC, id DESC) WHERE deleted_at IS NULL;

  -- ord counts up within a conversation, so it also orders a branch. The texts come last: walking a branch skips them.
  CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    parent_id TEXT REFERENCES messages (id),
    ord INTEGER NOT NULL,
    role TEXT NOT NULL,
    mode TEXT,
    status TEXT NOT NULL,
    error_code TEXT,
    error TEXT,
    created_at INTEGER NOT NULL,
    generation_id TEXT,
    seq INTEGER,
    is_reasoning_streaming INTEGER,
    reasoning TEXT,
    text TEXT NOT NULL
  ) STRICT;

  -- window_start: the usage window the message was counted in, null when it was not counted.
  -- previous_leaf_id: what the branch ended with when the reply replaced something.
  CREATE TABLE replies (
    generation_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    conversation_id TEXT NOT NULL REFERENCES conversations (id),
    user_message_id TEXT NOT NULL REFERENCES messages (id),
    assistant_message_id TEXT NOT NULL REFERENCES messages (id),
    client_message_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    mode TEXT NOT NULL,
    status TEXT NOT NULL,
    owner TEXT NOT NULL,
    window_start INTEGER,
    previous_leaf_id TEXT REFERENCES messages (id),
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    UNIQUE (user_id, client_message_id)
  ) STRICT;
  CREATE UNIQUE INDEX one_live_reply ON replies (conversation_id) WHERE status = 'streaming';
  CREATE INDEX live_replies_of_user ON replies (user_id) WHERE status = 'streaming';

  CREATE TABLE usage_windows (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    window_start INTEGER NOT NULL,
    window_end INTEGER NOT NULL,
    used INTEGER NOT NULL
  ) STRICT;
  `;
