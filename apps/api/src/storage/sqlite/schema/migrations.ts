import { EARLY_MIGRATIONS, type Migration } from './early-migrations.ts';
import { mendEarlierSteps } from './mend-earlier-steps.ts';

/**
 * The schema's history, oldest first. Entries are only ever appended: a file's `user_version` is the number of applied
 * entries.
 */
export const MIGRATIONS: readonly Migration[] = [
  ...EARLY_MIGRATIONS,
  `
  ALTER TABLE users ADD COLUMN searches_by_itself INTEGER NOT NULL DEFAULT 1;
  `,
  `
  CREATE INDEX deleted_of_user ON conversations (user_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
  `,
  `
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
  CREATE INDEX deleted_projects ON projects (deleted_at) WHERE deleted_at IS NOT NULL;
  -- The project may be deleted; then it counts as null.
  ALTER TABLE conversations ADD COLUMN project_id TEXT;
  CREATE INDEX conversations_of_project ON conversations (user_id, project_id, updated_at DESC, id DESC)
    WHERE project_id IS NOT NULL;
  `,
  `
  ALTER TABLE conversations ADD COLUMN imported_from TEXT;
  ALTER TABLE conversations ADD COLUMN import_id TEXT;
  ALTER TABLE conversations ADD COLUMN imported_at INTEGER;
  CREATE INDEX imports_of_user ON conversations (user_id, import_id, imported_from, imported_at)
    WHERE import_id IS NOT NULL AND deleted_at IS NULL;
  `,
  `
  ALTER TABLE users ADD COLUMN about TEXT NOT NULL DEFAULT '';
  ALTER TABLE users ADD COLUMN answer_style TEXT NOT NULL DEFAULT '';
  `,
  `
  ALTER TABLE files ADD COLUMN project_id TEXT;
  CREATE INDEX files_of_project ON files (user_id, project_id, id) WHERE project_id IS NOT NULL;
  `,
  `
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
  ALTER TABLE users ADD COLUMN keeps_memories INTEGER NOT NULL DEFAULT 1;
  `,
  `
  -- A row for each deletion whose remains in the file are not yet erased.
  CREATE TABLE scrubs_due (
    id INTEGER PRIMARY KEY
  ) STRICT;
  `,
  `
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
    expires_at INTEGER,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX shares_of_conversation ON shares (conversation_id);
  CREATE INDEX shares_by_expiry ON shares (expires_at);
  `,
  `
  ALTER TABLE conversations ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Passages of the files in projects, by characters of their text. Their words are in search_words, by negative ids.
  CREATE TABLE passages (
    id INTEGER PRIMARY KEY,
    file_id TEXT NOT NULL,
    start INTEGER NOT NULL,
    length INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX passages_of_file ON passages (file_id);
  -- Files whose passages are not all indexed: where the next one begins, in UTF-16 units and in characters.
  CREATE TABLE passages_pending (
    file_id TEXT PRIMARY KEY,
    place INTEGER NOT NULL,
    characters INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- The number of texts that contain each word.
  CREATE VIRTUAL TABLE search_counts USING fts5vocab (search_words, 'row');
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
  INSERT INTO passages_pending (file_id, place, characters) SELECT id, 0, 0 FROM files WHERE project_id IS NOT NULL;
  `,
  `
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
  CREATE INDEX api_keys_of_user ON api_keys (user_id);
  `,
  `
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
  CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);
  `,
  `
  -- Reports by readers: a JSON object with their number by reason.
  ALTER TABLE shares ADD COLUMN reports TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE shares ADD COLUMN reported_at INTEGER;
  CREATE INDEX shares_by_report ON shares (reported_at) WHERE reported_at IS NOT NULL;
  `,
  mendEarlierSteps,
  `
  CREATE TABLE second_factors (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    secret TEXT NOT NULL,
    last_step INTEGER NOT NULL,
    recovery_hashes TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
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
  CREATE INDEX spending_of_day ON spending (day, user_id, microdollars, estimated_microdollars, requests, plan);
  -- What a streaming reply used so far, as JSON.
  ALTER TABLE replies ADD COLUMN spending TEXT;
  `,
  `
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
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX feedback_of_user ON feedback (user_id, created_at DESC, message_id);
  CREATE INDEX feedback_of_conversation ON feedback (conversation_id);
  CREATE INDEX feedback_by_time ON feedback (created_at);
  CREATE INDEX feedback_notes ON feedback (created_at DESC, message_id) WHERE comment <> '' OR question IS NOT NULL;
  `,
  `
  CREATE TABLE remembered_devices (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    hash TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX remembered_devices_of_user ON remembered_devices (user_id, created_at);
  `,
  'CREATE INDEX newest_files_of_user ON files (user_id, created_at, id);',
  `
  ALTER TABLE users ADD COLUMN subscription_price_id TEXT;
  ALTER TABLE customers ADD COLUMN price_id TEXT;
  DROP INDEX customers_by_status;
  CREATE INDEX customers_by_status ON customers (is_live, status, currency, price_id, yearly_amount)
    WHERE is_gone = 0 AND status IS NOT NULL;
  -- Subscriptions are read again soon, because the price of each is not known here yet.
  UPDATE customers SET due_at = 0 WHERE live_count > 0 AND is_gone = 0;
  `,
  `
  -- What is spent of a ceiling: of an account (its id), or of the server ('day' or 'month'; then user_id is empty).
  CREATE TABLE budgets (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    period INTEGER NOT NULL,
    total INTEGER NOT NULL,
    told INTEGER NOT NULL,
    open TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX budgets_of_user ON budgets (user_id);
  CREATE INDEX open_budgets ON budgets (id) WHERE open <> '[]';
  `,
  `
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
  `,
  'ALTER TABLE users ADD COLUMN model TEXT;',
  `
  ALTER TABLE users ADD COLUMN premium_until INTEGER;
  ALTER TABLE users ADD COLUMN extra_messages INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE users ADD COLUMN extra_messages_until INTEGER;
  ALTER TABLE users ADD COLUMN blocked_at INTEGER;
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
  CREATE INDEX audits_by_time ON audits (at DESC, id DESC);
  CREATE INDEX audits_of_user ON audits (user_id, at DESC, id DESC);
  CREATE INDEX failed_messages_of_user ON messages (user_id, created_at DESC) WHERE error_code IS NOT NULL;
  `,
  `
  ALTER TABLE feedback ADD COLUMN report_id TEXT;
  ALTER TABLE feedback ADD COLUMN done_at INTEGER;
  CREATE INDEX feedback_by_report ON feedback (report_id) WHERE report_id IS NOT NULL;
  CREATE INDEX open_reports ON feedback (created_at DESC, message_id) WHERE report_id IS NOT NULL AND done_at IS NULL;
  DROP INDEX feedback_notes;
  CREATE INDEX feedback_notes ON feedback (created_at DESC, message_id)
    WHERE report_id IS NULL AND (comment <> '' OR question IS NOT NULL);
  `,
  'ALTER TABLE users ADD COLUMN language TEXT;',
];
