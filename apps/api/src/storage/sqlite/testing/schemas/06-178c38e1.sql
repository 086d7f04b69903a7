-- Schema 6, written by commit 178c38e1 of 2026-11-21.
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
  , pinned INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, named_by_hand INTEGER NOT NULL DEFAULT 0) STRICT;
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
CREATE TABLE files (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    conversation_id TEXT,
    created_at INTEGER NOT NULL,
    attachment TEXT NOT NULL,
    text TEXT
  ) STRICT;
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
  , deleted_at INTEGER) STRICT;
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
INSERT INTO sessions VALUES ('session', 'ada', 1767225600000, 10767225600000, 1767225600000, 'Firefox on Linux');
INSERT INTO conversations VALUES ('tea', 'ada', 'Tea by hand', 0, 0, 'tea-again-answer', 7, 1767225600000, NULL, 1, 0, 1);
INSERT INTO conversations VALUES ('failed', 'ada', 'About failed', 0, 0, 'failed-again-answer', 5, 1767225600000, NULL, 0, 0, 0);
INSERT INTO conversations VALUES ('old', 'ada', 'About old', 0, 0, 'old-answer', 2, 1767225600000, NULL, 0, 1, 0);
INSERT INTO conversations VALUES ('gone', 'ada', 'About gone', 0, 0, 'gone-answer', 2, 1767225600000, 1767225600000, 0, 0, 0);
INSERT INTO conversations VALUES ('tides', 'ada', 'About tides', 0, 0, 'tides-answer', 2, 1767225600000, NULL, 0, 0, 0);
INSERT INTO conversations VALUES ('news', 'ada', 'About news', 0, 0, 'news-answer', 2, 1767225600000, NULL, 0, 0, 0);
INSERT INTO conversations VALUES ('running', 'ada', 'About running', 0, 0, 'running-answer', 2, 1767225600000, NULL, 0, 0, 0);
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
INSERT INTO messages VALUES ('running-question', 'running', 'ada', NULL, 0, 'user', 'normal', 'complete', NULL, NULL, 1767225600000, NULL, NULL, NULL, NULL, 'Is this still running?', 1, NULL);
INSERT INTO messages VALUES ('running-answer', 'running', 'ada', 'running-question', 1, 'assistant', 'normal', 'streaming', NULL, NULL, 1767225600000, 'running-generation', 7, NULL, NULL, 'So far', 0, NULL);
INSERT INTO replies VALUES ('tea-generation', 'ada', 'tea', 'tea-question', 'tea-answer', 'tea-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('tea-again-generation', 'ada', 'tea', 'tea-question', 'tea-again-answer', 'tea-again-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, 'tea-answer', 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('tea-black-generation', 'ada', 'tea', 'tea-black-question', 'tea-black-answer', 'tea-black-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, 'tea-again-answer', 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('tea-milk-generation', 'ada', 'tea', 'tea-milk-question', 'tea-milk-answer', 'tea-milk-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('failed-generation', 'ada', 'failed', 'failed-question', 'failed-answer', 'failed-sent', 'fingerprint', 'normal', 'failed', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('failed-followed-generation', 'ada', 'failed', 'failed-followed-question', 'failed-followed-answer', 'failed-followed-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('failed-again-generation', 'ada', 'failed', 'failed-question', 'failed-again-answer', 'failed-again-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, 'failed-followed-answer', 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('old-generation', 'ada', 'old', 'old-question', 'old-answer', 'old-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('gone-generation', 'ada', 'gone', 'gone-question', 'gone-answer', 'gone-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('tides-generation', 'ada', 'tides', 'tides-question', 'tides-answer', 'tides-sent', 'fingerprint', 'normal', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('news-generation', 'ada', 'news', 'news-question', 'news-answer', 'news-sent', 'fingerprint', 'web_search', 'complete', 'a killed process', 1767225600000, NULL, 1767225600000, 1767225600000);
INSERT INTO replies VALUES ('running-generation', 'ada', 'running', 'running-question', 'running-answer', 'running-sent', 'fingerprint', 'normal', 'streaming', 'a killed process', 1767225600000, NULL, 1767225600000, NULL);
INSERT INTO usage_windows VALUES ('ada', 1767225600000, 10767225600000, 11);
INSERT INTO files VALUES ('paper-of-tides', 'ada', 'tides', 1767225600000, '{"id":"paper-of-tides","kind":"pdf","name":"tides.pdf","type":"application/pdf","size":22,"url":"/api/files/paper-of-tides"}', 'The tide follows the moon.');
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
INSERT INTO search_entries VALUES (27, 'running', NULL);
INSERT INTO search_entries VALUES (28, 'running', 'running-question');
INSERT INTO users VALUES ('ada', 'ada@example.com', 'hash', 1, 'Ada', 'premium', 'active', 10767225600000, 1767225600000, NULL);
INSERT INTO users VALUES ('bob', NULL, NULL, 0, NULL, 'free', NULL, NULL, 1767225600000, 1767225600000);
INSERT INTO users VALUES ('grace', NULL, NULL, 0, NULL, 'free', NULL, NULL, 1767225600000, NULL);
INSERT INTO identities VALUES ('apple', 'a.1', 'grace', 'x@relay.example', 1, 1, 'sealed', 1767225600000);
INSERT INTO one_time_tokens VALUES ('token', 'ada', 'ada@example.com', 10767225600000);
INSERT INTO deletions VALUES ('bob', 1767225600000, NULL);
DELETE FROM search_words_data;
INSERT INTO search_words_data VALUES (1, x'1c4f');
INSERT INTO search_words_data VALUES (10, x'00000000ff000001020d1d000d11010101100101100101011111000001020101121200000103010113130000010401011414000001050101151500000106010116160000010701011717000001080101181800000109010119190000010a01011a1a0000010b01011b1b0000010c01011c1c0000010000');
INSERT INTO search_words_data VALUES (137438953473, x'000000190830317a61626f75741102020304676f6e65110203040c');
INSERT INTO search_words_data VALUES (274877906945, x'000000200a30317a64656c657465641202030309736f6d657468696e67120202040e');
INSERT INTO search_words_data VALUES (412316860417, x'000000130b30317a6661726577656c6c13020204');
INSERT INTO search_words_data VALUES (549755813889, x'0000001e0530317a6279140203030468616e641402040303746561140202040909');
INSERT INTO search_words_data VALUES (687194767361, x'0000001a0830317a61626f757415020203057469646573150203040c');
INSERT INTO search_words_data VALUES (824633720833, x'000000330730317a646f6573160203030570617065721602050303736179160206030474686973160204030477686174160202040b0a0809');
INSERT INTO search_words_data VALUES (962072674305, x'0000002c0a30317a666f6c6c6f777317020403046d6f6f6e1702060303746865170402050403696465170203040e0909');
INSERT INTO search_words_data VALUES (1099511627777, x'000000190830317a61626f757418020203046e657773180203040c');
INSERT INTO search_words_data VALUES (1236950581249, x'0000001e0530317a697319020303036e6577190204030477686174190202040908');
INSERT INTO search_words_data VALUES (1374389534721, x'000000160430317a611a02020305636f6d65741a02030408');
INSERT INTO search_words_data VALUES (1511828488193, x'0000001c0830317a61626f75741b0202030772756e6e696e671b0203040c');
INSERT INTO search_words_data VALUES (1649267441665, x'0000002c0530317a69731c0202030772756e6e696e671c020503057374696c6c1c02040304746869731c020304090c0a');
INSERT INTO search_words_data VALUES (2336462209025, x'000001520830317a61626f757401020208020205020204036c736f07020204016d0c020404026e640b0202050579626f64790a02030407726368697665640f020304047373616d0602020305626c61636b05020303046576656e08020403066661696c65640902030404726573680402060305677265656e0202030506756e6b6f686c0202090406796f6b75726f0402020304686572650d02020301690c020304016604020304056e6465656410020204017304020506020204017404020405017302020603020603056b6565707302020503020503046d696c6b07020401020304036f726508020503036e6f770b020301020203036f6c640e0203030673656e63686103020204086f6d657468696e670f020203057461737465020207030207040265610102030102040302040404686572650a020403057768696368020202030202040369746802020805020301020204120806070a0c090a090b090a0b0b0906060a0906090d0c080b080b0d0d0d090d');
INSERT INTO search_words_data VALUES (9009535716950016, x'04000000000000010000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
DELETE FROM search_words_idx;
INSERT INTO search_words_idx VALUES (1, x'', 2);
INSERT INTO search_words_idx VALUES (2, x'', 2);
INSERT INTO search_words_idx VALUES (3, x'', 2);
INSERT INTO search_words_idx VALUES (4, x'', 2);
INSERT INTO search_words_idx VALUES (5, x'', 2);
INSERT INTO search_words_idx VALUES (6, x'', 2);
INSERT INTO search_words_idx VALUES (7, x'', 2);
INSERT INTO search_words_idx VALUES (8, x'', 2);
INSERT INTO search_words_idx VALUES (9, x'', 2);
INSERT INTO search_words_idx VALUES (10, x'', 2);
INSERT INTO search_words_idx VALUES (11, x'', 2);
INSERT INTO search_words_idx VALUES (12, x'', 2);
INSERT INTO search_words_idx VALUES (17, x'', 2);
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
INSERT INTO search_words_docsize VALUES (27, x'02', 27);
INSERT INTO search_words_docsize VALUES (28, x'04', 28);
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
PRAGMA user_version = 6;
COMMIT;
