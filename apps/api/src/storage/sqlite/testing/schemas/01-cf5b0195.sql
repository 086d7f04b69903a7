-- Schema 1, written by commit cf5b0195 of 2026-11-21.
PRAGMA foreign_keys = OFF;
BEGIN;
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
CREATE TABLE usage_windows (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    window_start INTEGER NOT NULL,
    window_end INTEGER NOT NULL,
    used INTEGER NOT NULL
  ) STRICT;
INSERT INTO users VALUES ('ada', 'ada@example.com', 'hash', 1, 'premium', 'active', 10767225600000, 1767225600000);
INSERT INTO users VALUES ('bob', 'bob@example.com', 'hash', 0, 'free', NULL, NULL, 1767225600000);
INSERT INTO sessions VALUES ('session', 'ada', 1767225600000, 10767225600000);
INSERT INTO conversations VALUES ('tea', 'ada', 'About tea', 0, 0, 'tea-milk-answer', 7, 1767225600000, NULL);
INSERT INTO conversations VALUES ('failed', 'ada', 'About failed', 0, 0, 'failed-again-answer', 5, 1767225600000, NULL);
INSERT INTO conversations VALUES ('old', 'ada', 'About old', 0, 0, 'old-answer', 2, 1767225600000, NULL);
INSERT INTO conversations VALUES ('gone', 'ada', 'About gone', 0, 0, 'gone-answer', 2, 1767225600000, 1767225600000);
INSERT INTO conversations VALUES ('running', 'ada', 'About running', 0, 0, 'running-answer', 2, 1767225600000, NULL);
INSERT INTO messages VALUES ('tea-question', 'tea', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Which green tea keeps its taste with Grünkohl?');
INSERT INTO messages VALUES ('tea-answer', 'tea', 'ada', 'tea-question', 1, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Sencha.');
INSERT INTO messages VALUES ('tea-again-answer', 'tea', 'ada', 'tea-question', 2, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Gyokuro, if it is fresh.');
INSERT INTO messages VALUES ('tea-black-question', 'tea', 'ada', NULL, 3, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Which black tea keeps its taste?');
INSERT INTO messages VALUES ('tea-black-answer', 'tea', 'ada', 'tea-black-question', 4, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Assam.');
INSERT INTO messages VALUES ('tea-milk-question', 'tea', 'ada', 'tea-black-answer', 5, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Also with milk?');
INSERT INTO messages VALUES ('tea-milk-answer', 'tea', 'ada', 'tea-milk-question', 6, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'With milk even more.');
INSERT INTO messages VALUES ('failed-question', 'failed', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Is anybody there?');
INSERT INTO messages VALUES ('failed-answer', 'failed', 'ada', 'failed-question', 1, 'assistant', 'normal', 'failed', 'model-failed', 'It failed.', 1767225600000, NULL, NULL, NULL, NULL, '');
INSERT INTO messages VALUES ('failed-followed-question', 'failed', 'ada', 'failed-answer', 2, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'And now?');
INSERT INTO messages VALUES ('failed-followed-answer', 'failed', 'ada', 'failed-followed-question', 3, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Now I am.');
INSERT INTO messages VALUES ('failed-again-answer', 'failed', 'ada', 'failed-question', 4, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Here.');
INSERT INTO messages VALUES ('old-question', 'old', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Something archived?');
INSERT INTO messages VALUES ('old-answer', 'old', 'ada', 'old-question', 1, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Indeed.');
INSERT INTO messages VALUES ('gone-question', 'gone', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Something deleted?');
INSERT INTO messages VALUES ('gone-answer', 'gone', 'ada', 'gone-question', 1, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Farewell.');
INSERT INTO messages VALUES ('running-question', 'running', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Is this still running?');
INSERT INTO messages VALUES ('running-answer', 'running', 'ada', 'running-question', 1, 'assistant', 'normal', 'streaming', NULL, NULL, 1767225600000, 'running-generation', 7, NULL, NULL, 'So far');
INSERT INTO replies VALUES ('tea-generation', 'ada', 'tea', 'tea-question', 'tea-answer', 'tea-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('tea-again-generation', 'ada', 'tea', 'tea-question', 'tea-again-answer', 'tea-again-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, 'tea-answer', 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('tea-black-generation', 'ada', 'tea', 'tea-black-question', 'tea-black-answer', 'tea-black-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, 'tea-again-answer', 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('tea-milk-generation', 'ada', 'tea', 'tea-milk-question', 'tea-milk-answer', 'tea-milk-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('failed-generation', 'ada', 'failed', 'failed-question', 'failed-answer', 'failed-sent', 'fingerprint', 'normal', 'failed', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('failed-followed-generation', 'ada', 'failed', 'failed-followed-question', 'failed-followed-answer', 'failed-followed-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('failed-again-generation', 'ada', 'failed', 'failed-question', 'failed-again-answer', 'failed-again-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, 'failed-followed-answer', 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('old-generation', 'ada', 'old', 'old-question', 'old-answer', 'old-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('gone-generation', 'ada', 'gone', 'gone-question', 'gone-answer', 'gone-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('running-generation', 'ada', 'running', 'running-question', 'running-answer', 'running-sent', 'fingerprint', 'normal', 'streaming', 'a killed process', 1767225600000, NULL, 1767225600000, NULL);
INSERT INTO usage_windows VALUES ('ada', 1767225600000, 10767225600000, 9);
CREATE INDEX sessions_of_user ON sessions (user_id, expires_at);
CREATE INDEX conversations_of_user ON conversations (user_id, updated_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX one_live_reply ON replies (conversation_id) WHERE status = 'streaming';
CREATE INDEX live_replies_of_user ON replies (user_id) WHERE status = 'streaming';
PRAGMA user_version = 1;
COMMIT;
