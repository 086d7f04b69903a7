-- Schema 37, written by version 0.1.0.
-- file: pa/paper-of-tides %PDF-1.7 ebb and flood
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  , last_seen_at INTEGER NOT NULL DEFAULT 0, device TEXT NOT NULL DEFAULT '') STRICT;
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
  , pinned INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, named_by_hand INTEGER NOT NULL DEFAULT 0, project_id TEXT, imported_from TEXT, import_id TEXT, imported_at INTEGER, unread INTEGER NOT NULL DEFAULT 0) STRICT;
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
  , counts INTEGER NOT NULL DEFAULT 1, extras TEXT) STRICT;
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
    previous_leaf_id TEXT REFERENCES messages (id),
    created_at INTEGER NOT NULL,
    ended_at INTEGER, is_stop_requested INTEGER NOT NULL DEFAULT 0, spending TEXT,
    UNIQUE (user_id, client_message_id)
  ) STRICT;
CREATE TABLE files (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    conversation_id TEXT,
    created_at INTEGER NOT NULL,
    attachment TEXT NOT NULL,
    text TEXT
  , project_id TEXT) STRICT;
CREATE TABLE conversation_files (
    file_id TEXT NOT NULL REFERENCES files (id),
    conversation_id TEXT NOT NULL REFERENCES conversations (id),
    PRIMARY KEY (file_id, conversation_id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE stray_files (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE search_owners (
    id INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id)
  ) STRICT;
CREATE TABLE search_entries (
    id INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id),
    message_id TEXT UNIQUE REFERENCES messages (id)
  ) STRICT;
CREATE VIRTUAL TABLE search_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'ascii');
CREATE TABLE "users" (
    id TEXT PRIMARY KEY,
    email TEXT UNIQUE,
    password_hash TEXT,
    email_verified INTEGER NOT NULL,
    name TEXT,
    subscription_tier TEXT NOT NULL,
    subscription_status TEXT,
    subscription_period_end INTEGER,
    created_at INTEGER NOT NULL
  , deleted_at INTEGER, subscription_cancel_at INTEGER, searches_by_itself INTEGER NOT NULL DEFAULT 1, about TEXT NOT NULL DEFAULT '', answer_style TEXT NOT NULL DEFAULT '', keeps_memories INTEGER NOT NULL DEFAULT 1, subscription_price_id TEXT, model TEXT, premium_until INTEGER, extra_messages INTEGER NOT NULL DEFAULT 0, extra_messages_until INTEGER, blocked_at INTEGER, language TEXT) STRICT;
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
CREATE TABLE sign_ins (
    state_hash TEXT PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    nonce TEXT NOT NULL,
    name TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE used_once (
    hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE one_time_tokens (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    email TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE deletions (
    user_id TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT, WITHOUT ROWID;
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
  , price_id TEXT) STRICT;
CREATE TABLE billing_events (
    id TEXT PRIMARY KEY,
    received_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE daily_counts (
    day INTEGER NOT NULL,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE onboarding (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    step TEXT NOT NULL,
    answers TEXT NOT NULL,
    seen_at INTEGER,
    demo_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE TABLE search_pending (
    id INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    message_id TEXT
  ) STRICT;
CREATE TABLE usage_counts (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    counted TEXT NOT NULL,
    refunds_left INTEGER NOT NULL,
    refunds_end INTEGER NOT NULL
  ) STRICT;
CREATE TABLE projects (
    id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    instructions TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE memories (
    id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    conversation_id TEXT,
    message_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE scrubs_due (
    id INTEGER PRIMARY KEY
  ) STRICT;
CREATE TABLE shares (
    id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    conversation_id TEXT NOT NULL REFERENCES conversations (id),
    token_hash TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    leaf_id TEXT NOT NULL,
    message_count INTEGER NOT NULL,
    has_reasoning INTEGER NOT NULL,
    has_attachments INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    expires_at INTEGER, reports TEXT NOT NULL DEFAULT '{}', reported_at INTEGER,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE passages (
    id INTEGER PRIMARY KEY,
    file_id TEXT NOT NULL,
    start INTEGER NOT NULL,
    length INTEGER NOT NULL
  ) STRICT;
CREATE TABLE passages_pending (
    file_id TEXT PRIMARY KEY,
    place INTEGER NOT NULL,
    characters INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE search_counts USING fts5vocab (search_words, 'row');
CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    hash TEXT NOT NULL UNIQUE,
    ending TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE TABLE second_factors (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    secret TEXT NOT NULL,
    last_step INTEGER NOT NULL,
    recovery_hashes TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE spending (
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    mode TEXT NOT NULL,
    model TEXT NOT NULL,
    plan TEXT NOT NULL,
    requests INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    pictures INTEGER NOT NULL,
    searches INTEGER NOT NULL,
    audio_ms INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    microdollars INTEGER NOT NULL,
    estimated_requests INTEGER NOT NULL,
    estimated_microdollars INTEGER NOT NULL,
    unpriced_requests INTEGER NOT NULL,
    UNIQUE (user_id, day, mode, model)
  ) STRICT;
CREATE TABLE feedback (
    message_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    conversation_id TEXT NOT NULL REFERENCES conversations (id),
    rating TEXT NOT NULL,
    reasons TEXT NOT NULL,
    comment TEXT NOT NULL,
    question TEXT,
    reply TEXT,
    mode TEXT NOT NULL,
    model TEXT,
    version TEXT NOT NULL,
    created_at INTEGER NOT NULL
  , report_id TEXT, done_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE remembered_devices (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    hash TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE TABLE budgets (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    period INTEGER NOT NULL,
    total INTEGER NOT NULL,
    told INTEGER NOT NULL,
    open TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE acceptances (
    user_id TEXT NOT NULL REFERENCES users (id),
    document TEXT NOT NULL,
    version TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, document, version)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE brand (
    id TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    revision INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE audits (
    id TEXT PRIMARY KEY,
    press_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    -- Empty for what concerns no account.
    user_id TEXT NOT NULL,
    place INTEGER,
    details TEXT NOT NULL,
    outcome TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO sessions VALUES ('session', 'ada', 1767225600000, 10767225600000, 1767225600000, 'Firefox on Linux');
INSERT INTO conversations VALUES ('tea', 'ada', 'Tea by hand', 0, 0, 'tea-again-answer', 7, 1767225600000, NULL, 1, 0, 1, NULL, NULL, NULL, NULL, 1);
INSERT INTO conversations VALUES ('failed', 'ada', 'About failed', 0, 0, 'failed-again-answer', 5, 1767225600000, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, 1);
INSERT INTO conversations VALUES ('old', 'ada', 'About old', 0, 0, 'old-answer', 2, 1767225600000, NULL, 0, 1, 0, NULL, NULL, NULL, NULL, 1);
INSERT INTO conversations VALUES ('gone', 'ada', 'About gone', 0, 0, 'gone-answer', 2, 1767225600000, 1767225600000, 0, 0, 0, NULL, NULL, NULL, NULL, 1);
INSERT INTO conversations VALUES ('tides', 'ada', 'About tides', 0, 0, 'tides-answer', 2, 1767225600000, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, 1);
INSERT INTO conversations VALUES ('news', 'ada', 'About news', 0, 0, 'news-answer', 2, 1767225600000, NULL, 0, 0, 0, 'thesis', NULL, NULL, NULL, 1);
INSERT INTO conversations VALUES ('imported', 'ada', 'Imported', 0, 0, 'imported-answer', 2, 1767225600000, NULL, 0, 0, 1, NULL, 'chatgpt', 'export', 1767225600000, 0);
INSERT INTO conversations VALUES ('running', 'ada', 'About running', 0, 0, 'running-answer', 2, 1767225600000, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, 0);
INSERT INTO messages VALUES ('tea-question', 'tea', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Which green tea keeps its taste with Grünkohl?', 1, NULL);
INSERT INTO messages VALUES ('tea-answer', 'tea', 'ada', 'tea-question', 1, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Sencha.', 1, NULL);
INSERT INTO messages VALUES ('tea-again-answer', 'tea', 'ada', 'tea-question', 2, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Gyokuro, if it is fresh.', 1, NULL);
INSERT INTO messages VALUES ('tea-black-question', 'tea', 'ada', NULL, 3, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Which black tea keeps its taste?', 1, NULL);
INSERT INTO messages VALUES ('tea-black-answer', 'tea', 'ada', 'tea-black-question', 4, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Assam.', 1, NULL);
INSERT INTO messages VALUES ('tea-milk-question', 'tea', 'ada', 'tea-black-answer', 5, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Also with milk?', 1, NULL);
INSERT INTO messages VALUES ('tea-milk-answer', 'tea', 'ada', 'tea-milk-question', 6, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'With milk even more.', 1, NULL);
INSERT INTO messages VALUES ('failed-question', 'failed', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Is anybody there?', 1, NULL);
INSERT INTO messages VALUES ('failed-answer', 'failed', 'ada', 'failed-question', 1, 'assistant', 'normal', 'failed', 'model-failed', 'It failed.', 1767225600000, NULL, NULL, NULL, NULL, 'Error: It failed.', 1, NULL);
INSERT INTO messages VALUES ('failed-followed-question', 'failed', 'ada', 'failed-answer', 2, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'And now?', 1, NULL);
INSERT INTO messages VALUES ('failed-followed-answer', 'failed', 'ada', 'failed-followed-question', 3, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Now I am.', 1, NULL);
INSERT INTO messages VALUES ('failed-again-answer', 'failed', 'ada', 'failed-question', 4, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Here.', 1, NULL);
INSERT INTO messages VALUES ('old-question', 'old', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Something archived?', 1, NULL);
INSERT INTO messages VALUES ('old-answer', 'old', 'ada', 'old-question', 1, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Indeed.', 1, NULL);
INSERT INTO messages VALUES ('gone-question', 'gone', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Something deleted?', 1, NULL);
INSERT INTO messages VALUES ('gone-answer', 'gone', 'ada', 'gone-question', 1, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Farewell.', 1, NULL);
INSERT INTO messages VALUES ('tides-question', 'tides', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'What does this paper say?', 1, '{"attachments":[{"id":"paper-of-tides","kind":"pdf","name":"tides.pdf","type":"application/pdf","size":22,"url":"/api/files/paper-of-tides"}]}');
INSERT INTO messages VALUES ('tides-answer', 'tides', 'ada', 'tides-question', 1, 'assistant', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'The tide follows the moon.', 1, NULL);
INSERT INTO messages VALUES ('news-question', 'news', 'ada', NULL, 0, 'user', 'web_search', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'What is new?', 1, NULL);
INSERT INTO messages VALUES ('news-answer', 'news', 'ada', 'news-question', 1, 'assistant', 'web_search', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'A comet.', 1, '{"sources":["https://example.com/comet"]}');
INSERT INTO messages VALUES ('imported-question', 'imported', 'ada', NULL, 0, 'user', NULL, 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'What was asked elsewhere?', 1, NULL);
INSERT INTO messages VALUES ('imported-answer', 'imported', 'ada', 'imported-question', 1, 'assistant', NULL, 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'A walnut.', 1, NULL);
INSERT INTO messages VALUES ('running-question', 'running', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Is this still running?', 1, NULL);
INSERT INTO messages VALUES ('running-answer', 'running', 'ada', 'running-question', 1, 'assistant', 'normal', 'streaming', NULL, NULL, 1767225600000, 'running-generation', 7, NULL, NULL, 'So far', 0, NULL);
INSERT INTO replies VALUES ('tea-generation', 'ada', 'tea', 'tea-question', 'tea-answer', 'tea-sent', 'fingerprint', 'normal', 'complete', 'a killed process', NULL, 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('tea-again-generation', 'ada', 'tea', 'tea-question', 'tea-again-answer', 'tea-again-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 'tea-answer', 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('tea-black-generation', 'ada', 'tea', 'tea-black-question', 'tea-black-answer', 'tea-black-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 'tea-again-answer', 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('tea-milk-generation', 'ada', 'tea', 'tea-milk-question', 'tea-milk-answer', 'tea-milk-sent', 'fingerprint', 'normal', 'complete', 'a killed process', NULL, 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('failed-generation', 'ada', 'failed', 'failed-question', 'failed-answer', 'failed-sent', 'fingerprint', 'normal', 'failed', 'a killed process', NULL, 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('failed-followed-generation', 'ada', 'failed', 'failed-followed-question', 'failed-followed-answer', 'failed-followed-sent', 'fingerprint', 'normal', 'complete', 'a killed process', NULL, 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('failed-again-generation', 'ada', 'failed', 'failed-question', 'failed-again-answer', 'failed-again-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 'failed-followed-answer', 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('old-generation', 'ada', 'old', 'old-question', 'old-answer', 'old-sent', 'fingerprint', 'normal', 'complete', 'a killed process', NULL, 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('gone-generation', 'ada', 'gone', 'gone-question', 'gone-answer', 'gone-sent', 'fingerprint', 'normal', 'complete', 'a killed process', NULL, 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('tides-generation', 'ada', 'tides', 'tides-question', 'tides-answer', 'tides-sent', 'fingerprint', 'normal', 'complete', 'a killed process', NULL, 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('news-generation', 'ada', 'news', 'news-question', 'news-answer', 'news-sent', 'fingerprint', 'web_search', 'complete', 'a killed process', NULL, 1767225600000, 1767225600000, 0, NULL);
INSERT INTO replies VALUES ('running-generation', 'ada', 'running', 'running-question', 'running-answer', 'running-sent', 'fingerprint', 'normal', 'streaming', 'a killed process', NULL, 1767225600000, NULL, 1, NULL);
INSERT INTO files VALUES ('paper-of-tides', 'ada', 'tides', 1767225600000, '{"id":"paper-of-tides","kind":"pdf","name":"tides.pdf","type":"application/pdf","size":22,"url":"/api/files/paper-of-tides"}', 'The tide follows the moon.', NULL);
INSERT INTO conversation_files VALUES ('paper-of-tides', 'tides');
INSERT INTO search_owners VALUES (1, 'ada');
INSERT INTO search_entries VALUES (2, 'tea', 'tea-question');
INSERT INTO search_entries VALUES (3, 'tea', 'tea-answer');
INSERT INTO search_entries VALUES (4, 'tea', 'tea-again-answer');
INSERT INTO search_entries VALUES (5, 'tea', 'tea-black-question');
INSERT INTO search_entries VALUES (6, 'tea', 'tea-black-answer');
INSERT INTO search_entries VALUES (7, 'tea', 'tea-milk-question');
INSERT INTO search_entries VALUES (8, 'tea', 'tea-milk-answer');
INSERT INTO search_entries VALUES (9, 'failed', NULL);
INSERT INTO search_entries VALUES (10, 'failed', 'failed-question');
INSERT INTO search_entries VALUES (11, 'failed', 'failed-followed-question');
INSERT INTO search_entries VALUES (12, 'failed', 'failed-followed-answer');
INSERT INTO search_entries VALUES (13, 'failed', 'failed-again-answer');
INSERT INTO search_entries VALUES (14, 'old', NULL);
INSERT INTO search_entries VALUES (15, 'old', 'old-question');
INSERT INTO search_entries VALUES (16, 'old', 'old-answer');
INSERT INTO search_entries VALUES (17, 'gone', NULL);
INSERT INTO search_entries VALUES (18, 'gone', 'gone-question');
INSERT INTO search_entries VALUES (19, 'gone', 'gone-answer');
INSERT INTO search_entries VALUES (20, 'tea', NULL);
INSERT INTO search_entries VALUES (21, 'tides', NULL);
INSERT INTO search_entries VALUES (22, 'tides', 'tides-question');
INSERT INTO search_entries VALUES (23, 'tides', 'tides-answer');
INSERT INTO search_entries VALUES (24, 'news', NULL);
INSERT INTO search_entries VALUES (25, 'news', 'news-question');
INSERT INTO search_entries VALUES (26, 'news', 'news-answer');
INSERT INTO search_entries VALUES (27, 'imported', NULL);
INSERT INTO search_entries VALUES (28, 'imported', 'imported-question');
INSERT INTO search_entries VALUES (29, 'imported', 'imported-answer');
INSERT INTO search_entries VALUES (30, 'running', NULL);
INSERT INTO search_entries VALUES (31, 'running', 'running-question');
INSERT INTO users VALUES ('ada', 'ada@example.com', 'hash', 1, 'Ada', 'premium', 'active', 10767225600000, 1767225600000, NULL, NULL, 0, 'A baker.', 'Short.', 1, NULL, 'deep', NULL, 0, NULL, NULL, 'de');
INSERT INTO users VALUES ('bob', NULL, NULL, 0, NULL, 'free', NULL, NULL, 1767225600000, 1767225600000, NULL, 1, '', '', 1, NULL, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO users VALUES ('grace', NULL, NULL, 0, NULL, 'free', NULL, NULL, 1767225600000, NULL, NULL, 1, '', '', 1, NULL, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO identities VALUES ('apple', 'a.1', 'grace', 'x@relay.example', 1, 1, 'sealed', 1767225600000);
INSERT INTO one_time_tokens VALUES ('token', 'ada', 'ada@example.com', 10767225600000);
INSERT INTO deletions VALUES ('bob', 1767225600000, NULL);
INSERT INTO customers VALUES ('cus_ada', 'ada', 0, 0, NULL, NULL, 0, 0, 0, 0, 1, 1767225600000, NULL, NULL);
INSERT INTO billing_events VALUES ('evt_1', 1767225600000);
INSERT INTO daily_counts VALUES (20454, 'failed:model-failed', 1);
INSERT INTO daily_counts VALUES (20454, 'messages', 12);
INSERT INTO daily_counts VALUES (20454, 'replies', 10);
INSERT INTO daily_counts VALUES (20454, 'users', 3);
INSERT INTO onboarding VALUES ('ada', 'quiz', '{"goals":["writing"],"quiz":{"hours":"over-10"}}', NULL, NULL);
INSERT INTO usage_counts VALUES ('ada', '[{"id":"tea-generation","start":1767225600000,"end":10767225600000},{"id":"tea-again-generation","start":1767225600000,"end":10767225600000},{"id":"tea-black-generation","start":1767225600000,"end":10767225600000},{"id":"tea-milk-generation","start":1767225600000,"end":10767225600000},{"id":"failed-followed-generation","start":1767225600000,"end":10767225600000},{"id":"failed-again-generation","start":1767225600000,"end":10767225600000},{"id":"old-generation","start":1767225600000,"end":10767225600000},{"id":"gone-generation","start":1767225600000,"end":10767225600000},{"id":"tides-generation","start":1767225600000,"end":10767225600000},{"id":"news-generation","start":1767225600000,"end":10767225600000},{"id":"running-generation","start":1767225600000,"end":10767225600000}]', 98, 10767225600000);
INSERT INTO projects VALUES ('thesis', 'ada', 'Thesis', 'green', 'Answer briefly.', 1767225600000, 1767225600000, NULL);
INSERT INTO memories VALUES ('dogs', 'ada', 'Has 3 dogs.', 'tea', 'tea-answer', 1767225600000, 1767225600000);
INSERT INTO scrubs_due VALUES (1);
INSERT INTO scrubs_due VALUES (2);
INSERT INTO shares VALUES ('share', 'ada', 'tides', 'shared', 'Tides', 'tides-answer', 2, 0, 1, 1767225600000, 1767225600000, NULL, '{}', NULL);
INSERT INTO api_keys VALUES ('key', 'ada', 'key', 'a1b2', 'Editor', '["chat"]', 1767225600000, NULL, NULL);
INSERT INTO passkeys VALUES ('passkey', 'ada', 'cHVibGlj', 1, 'internal', 'Laptop', 1767225600000, NULL);
INSERT INTO second_factors VALUES ('ada', 'sealed', 7, '["one","two"]', 1767225600000);
INSERT INTO spending VALUES ('505e0e62-c378-4ab3-a26d-704696515046', 'ada', 20454, 'title', 'small', 'premium', 1, 20, 0, 3, 0, 0, 0, 0, 0, 5, 0, 0, 0);
INSERT INTO feedback VALUES ('tea-again-answer', 'ada', 'tea', 'good', '[]', 'So fresh!', 'Which green tea?', 'Gyokuro.', 'normal', 'large', '0.1.0', 1767225600000, NULL, NULL);
INSERT INTO feedback VALUES ('tides-answer', 'ada', 'tides', 'report', '["harmful"]', 'So fresh!', 'Which green tea?', 'Gyokuro.', 'normal', 'large', '0.1.0', 1767225600000, 'report', NULL);
INSERT INTO budgets VALUES ('ada', 'ada', 20454, 14, 0, '[{"id":"reserved","owner":"a killed process","microdollars":9,"at":1767225600000}]');
INSERT INTO budgets VALUES ('day', '', 20454, 14, 0, '[{"id":"reserved","owner":"a killed process","microdollars":9,"at":1767225600000}]');
INSERT INTO acceptances VALUES ('ada', 'terms', '2026-11', 1767225600000);
INSERT INTO brand VALUES ('brand', '{"welcome":"Ask Ada"}', 1, 1767225600000);
DELETE FROM search_words_data;
INSERT INTO search_words_data VALUES (1, x'1f57');
INSERT INTO search_words_data VALUES (10, x'00000000ff00000102012000000001100101011f00001e');
INSERT INTO search_words_data VALUES (2199023255553, x'0000024f0430317a611a02020302020404626f757409020205020203020204020203020206020204036c736f07020204016d0c020404026e640b0202050579626f64790a02030407726368697665640f02030404736b65641c0204050373616d0602020305626c61636b0502030401791402030305636f6d65741a0203030764656c6574656412020304036f65731602030309656c736577686572651c0205040376656e08020403066661696c65640902030506726577656c6c13020204066f6c6c6f77731702040404726573680402060304676f6e6511020304047265656e0202030506756e6b6f686c0202090406796f6b75726f040202030468616e6414020404036572650d02020301690c020304016604020304076d706f727465641b020204056e646565641002020401730402050602020f020306020204017404020405017302020603020603056b6565707302020503020503046d696c6b07020401020304036f6f6e1702060502726508020503036e657719020406017318020304026f770b020301020203036f6c640e020303057061706572160205030772756e6e696e671e020301020503037361791602060405656e63686103020204086f6d657468696e670f0202030202040474696c6c1f020403057461737465020207030207040265610202040302040f02020402686517040205060272650a0204050269731602040902030403696465170203070173150203030677616c6e75741d02030501731c0203040368617416020203020203020205036963680202020302020403697468020208050203010202040b180806070a0c09080a060a0c080e080b0b0b0909090b0b090806060c0a0f06090d0c080708060a080a0f080a10090d0d08070a08060b060e0b');
DELETE FROM search_words_idx;
INSERT INTO search_words_idx VALUES (16, x'', 2);
DELETE FROM search_words_docsize;
INSERT INTO search_words_docsize VALUES (2, x'08', 2);
INSERT INTO search_words_docsize VALUES (3, x'01', 3);
INSERT INTO search_words_docsize VALUES (4, x'05', 4);
INSERT INTO search_words_docsize VALUES (5, x'06', 5);
INSERT INTO search_words_docsize VALUES (6, x'01', 6);
INSERT INTO search_words_docsize VALUES (7, x'03', 7);
INSERT INTO search_words_docsize VALUES (8, x'04', 8);
INSERT INTO search_words_docsize VALUES (9, x'02', 9);
INSERT INTO search_words_docsize VALUES (10, x'03', 10);
INSERT INTO search_words_docsize VALUES (11, x'02', 11);
INSERT INTO search_words_docsize VALUES (12, x'03', 12);
INSERT INTO search_words_docsize VALUES (13, x'01', 13);
INSERT INTO search_words_docsize VALUES (14, x'02', 14);
INSERT INTO search_words_docsize VALUES (15, x'02', 15);
INSERT INTO search_words_docsize VALUES (16, x'01', 16);
INSERT INTO search_words_docsize VALUES (17, x'02', 17);
INSERT INTO search_words_docsize VALUES (18, x'02', 18);
INSERT INTO search_words_docsize VALUES (19, x'01', 19);
INSERT INTO search_words_docsize VALUES (20, x'03', 20);
INSERT INTO search_words_docsize VALUES (21, x'02', 21);
INSERT INTO search_words_docsize VALUES (22, x'05', 22);
INSERT INTO search_words_docsize VALUES (23, x'05', 23);
INSERT INTO search_words_docsize VALUES (24, x'02', 24);
INSERT INTO search_words_docsize VALUES (25, x'03', 25);
INSERT INTO search_words_docsize VALUES (26, x'02', 26);
INSERT INTO search_words_docsize VALUES (27, x'01', 27);
INSERT INTO search_words_docsize VALUES (28, x'04', 28);
INSERT INTO search_words_docsize VALUES (29, x'02', 29);
INSERT INTO search_words_docsize VALUES (30, x'02', 30);
INSERT INTO search_words_docsize VALUES (31, x'04', 31);
DELETE FROM search_words_config;
INSERT INTO search_words_config VALUES ('version', 4);
CREATE INDEX sessions_of_user ON sessions (user_id, expires_at);
CREATE UNIQUE INDEX one_live_reply ON replies (conversation_id) WHERE status = 'streaming';
CREATE INDEX live_replies_of_user ON replies (user_id) WHERE status = 'streaming';
CREATE INDEX conversations_of_user ON conversations (user_id, updated_at DESC, id DESC)
    WHERE deleted_at IS NULL AND archived = 0;
CREATE INDEX pinned_conversations ON conversations (user_id, updated_at DESC, id DESC)
    WHERE deleted_at IS NULL AND archived = 0 AND pinned = 1;
CREATE INDEX archived_conversations ON conversations (user_id, updated_at DESC, id DESC)
    WHERE deleted_at IS NULL AND archived = 1;
CREATE INDEX deleted_conversations ON conversations (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX replies_of_conversation ON replies (conversation_id);
CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id, counts, ord);
CREATE INDEX unsent_files ON files (created_at) WHERE conversation_id IS NULL;
CREATE INDEX files_of_conversation ON conversation_files (conversation_id);
CREATE INDEX search_entries_of_conversation ON search_entries (conversation_id, message_id);
CREATE INDEX identities_of_user ON identities (user_id, created_at);
CREATE INDEX sign_ins_by_expiry ON sign_ins (expires_at);
CREATE INDEX used_once_by_expiry ON used_once (expires_at);
CREATE INDEX one_time_tokens_of_user ON one_time_tokens (user_id, expires_at);
CREATE INDEX unfinished_deletions ON deletions (user_id) WHERE ended_at IS NULL;
CREATE INDEX every_conversation_of_user ON conversations (user_id);
CREATE INDEX files_of_user ON files (user_id, id);
CREATE INDEX users_by_creation ON users (created_at) WHERE deleted_at IS NULL;
CREATE INDEX customers_of_user ON customers (user_id);
CREATE UNIQUE INDEX one_customer_each ON customers (user_id, is_live) WHERE is_gone = 0;
CREATE INDEX due_customers ON customers (is_live, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX duplicate_subscriptions ON customers (is_live) WHERE live_count > 1;
CREATE INDEX billing_events_by_time ON billing_events (received_at);
CREATE INDEX live_replies_of_owner ON replies (owner) WHERE status = 'streaming';
CREATE INDEX search_pending_of_conversation ON search_pending (conversation_id);
CREATE INDEX deleted_of_user ON conversations (user_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX deleted_projects ON projects (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX conversations_of_project ON conversations (user_id, project_id, updated_at DESC, id DESC)
    WHERE project_id IS NOT NULL;
CREATE INDEX imports_of_user ON conversations (user_id, import_id, imported_from, imported_at)
    WHERE import_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX files_of_project ON files (user_id, project_id, id) WHERE project_id IS NOT NULL;
CREATE INDEX shares_of_conversation ON shares (conversation_id);
CREATE INDEX shares_by_expiry ON shares (expires_at);
CREATE INDEX passages_of_file ON passages (file_id);
CREATE TRIGGER passage_removed AFTER DELETE ON passages BEGIN
    DELETE FROM search_words WHERE rowid = -old.id;
  END;
CREATE TRIGGER project_file_stored AFTER INSERT ON files WHEN new.project_id IS NOT NULL BEGIN
    INSERT INTO passages_pending (file_id, place, characters) VALUES (new.id, 0, 0);
  END;
CREATE TRIGGER project_file_moved AFTER UPDATE OF project_id ON files BEGIN
    DELETE FROM passages WHERE file_id = new.id;
    DELETE FROM passages_pending WHERE file_id = new.id;
    INSERT INTO passages_pending (file_id, place, characters) SELECT new.id, 0, 0 WHERE new.project_id IS NOT NULL;
  END;
CREATE TRIGGER project_file_removed AFTER DELETE ON files WHEN old.project_id IS NOT NULL BEGIN
    DELETE FROM passages WHERE file_id = old.id;
    DELETE FROM passages_pending WHERE file_id = old.id;
  END;
CREATE INDEX api_keys_of_user ON api_keys (user_id);
CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);
CREATE INDEX shares_by_report ON shares (reported_at) WHERE reported_at IS NOT NULL;
CREATE INDEX spending_of_day ON spending (day, user_id, microdollars, estimated_microdollars, requests, plan);
CREATE INDEX feedback_of_user ON feedback (user_id, created_at DESC, message_id);
CREATE INDEX feedback_of_conversation ON feedback (conversation_id);
CREATE INDEX feedback_by_time ON feedback (created_at);
CREATE INDEX remembered_devices_of_user ON remembered_devices (user_id, created_at);
CREATE INDEX newest_files_of_user ON files (user_id, created_at, id);
CREATE INDEX customers_by_status ON customers (is_live, status, currency, price_id, yearly_amount)
    WHERE is_gone = 0 AND status IS NOT NULL;
CREATE INDEX budgets_of_user ON budgets (user_id);
CREATE INDEX open_budgets ON budgets (id) WHERE open <> '[]';
CREATE INDEX audits_by_time ON audits (at DESC, id DESC);
CREATE INDEX audits_of_user ON audits (user_id, at DESC, id DESC);
CREATE INDEX failed_messages_of_user ON messages (user_id, created_at DESC) WHERE error_code IS NOT NULL;
CREATE INDEX feedback_by_report ON feedback (report_id) WHERE report_id IS NOT NULL;
CREATE INDEX open_reports ON feedback (created_at DESC, message_id) WHERE report_id IS NOT NULL AND done_at IS NULL;
CREATE INDEX feedback_notes ON feedback (created_at DESC, message_id)
    WHERE report_id IS NULL AND (comment <> '' OR question IS NOT NULL);
PRAGMA user_version = 37;
COMMIT;
