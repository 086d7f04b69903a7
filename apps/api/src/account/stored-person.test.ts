import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import { readTables } from '../storage/sqlite/database/read-tables.ts';
import { startTestServer } from '../testing/test-server.ts';
import { RECOVERY_CODE, storePerson, tablesOfPeople } from './testing.ts';

/** Columns that the export omits, with the reason. All other personal data must be in the download. */
const LEFT_OUT: Record<string, string> = {
  'spending.id': 'an internal key',
  'feedback.report_id': 'an internal key',
  'audits.id': 'an internal key',
  'audits.press_id': 'a number of the client, to recognize a repeat',
  'audits.actor': 'the address of another person',
  'users.password_hash': 'a secret',
  'identities.refresh_token': 'a secret',
  'one_time_tokens.hash': 'a secret, for a day at most',
  'one_time_tokens.expires_at': 'of that secret',
  'shares.token_hash': 'a secret',
  'api_keys.hash': 'a secret',
  'remembered_devices.hash': 'a secret',
  'second_factors.secret': 'a secret',
  'second_factors.last_step': 'a number of the clock, against replays',
  'second_factors.recovery_hashes': 'secrets; their number is there',
  'sessions.expires_at': 'always thirty days after it was opened',
  'sessions.last_seen_at': 'there, to the minute',
  'files.created_at': 'there, as the time of the file',
  'replies.generation_id': 'of the stream, which is over',
  'replies.client_message_id': 'a number of the client, to recognize a repeat',
  'replies.fingerprint': 'a hash of the message, to recognize a repeat',
  'usage_counts.counted': 'what was counted in the last hours, for the limit alone',
  'replies.owner': 'the process that wrote the reply',
  'replies.ended_at': 'of the stream, which is over',
};

/** Creates a database with one user who has data in everything that can be stored about a user. */
async function startWithPerson() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-person-'));
  const [file, filesDir] = [join(folder, 'parley.db'), join(folder, 'files')];
  const server = await startTestServer({ storage: await openStorage(`sqlite:${file}`, { filesDir }) });
  const database = readTables(file);
  onTestFinished(async () => {
    database.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const person = await storePerson(server);
  const rowsOf = (table: string) => database.rows(table);
  await expect.poll(() => rowsOf('one_time_tokens')).toHaveLength(2);
  await expect.poll(() => rowsOf('search_pending')).toEqual([]);
  return {
    server,
    ...person,
    owned: tablesOfPeople(database.names()),
    rowsOf,
    bytes: () => readdirSync(filesDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  };
}

/** The readable parts of a value: texts, and times as ISO 8601. Flags and small numbers identify nothing. */
function readable(value: unknown): string[] {
  if (typeof value === 'number' && value > 1e12) return [new Date(value).toISOString()];
  if (typeof value !== 'string' || value.length < 3) return [];
  if (!/^[[{]/.test(value)) return [JSON.stringify(value).slice(1, -1)];
  return Object.values(JSON.parse(value) as object).flatMap((part) =>
    readable(typeof part === 'object' ? JSON.stringify(part) : part),
  );
}

it('the export contains all stored data of a user, whatever table it is in', async () => {
  const { server, token, owned, rowsOf } = await startWithPerson();
  const response = await fetch(`${server.url}/api/account/export`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: 'tangerine', code: RECOVERY_CODE }),
  });
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const all = Object.entries(files)
    .map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
    .join('\n');
  const missing = new Set<string>();
  for (const table of owned) {
    const rows = rowsOf(table);
    expect(rows, `put something of the person into ${table}`).not.toEqual([]);
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      if (readable(value).some((text) => !all.includes(text))) missing.add(`${table}.${column}`);
    }
  }
  expect([...missing].filter((column) => !(column in LEFT_OUT))).toEqual([]);
});

it('deleting an account leaves none of its data in any table or file', async () => {
  const { server, token, userId, email, owned, rowsOf, bytes } = await startWithPerson();
  const words = rowsOf('users').flatMap(({ name, about }) => [String(name), String(about)]);
  expect(bytes()).not.toEqual([]);
  await server.call('DELETE', '/api/account', token, { password: 'tangerine', code: RECOVERY_CODE });
  await expect.poll(() => rowsOf('deletions')).toMatchObject([{ user_id: userId, ended_at: expect.any(Number) }]);
  const emptied = owned.filter((table) => table !== 'spending' && table !== 'audits');
  expect(Object.fromEntries(emptied.map((table) => [table, rowsOf(table)]))).toEqual(
    Object.fromEntries(emptied.map((table) => [table, []])),
  );
  expect(rowsOf('spending')).not.toEqual([]);
  for (const table of ['search_words_docsize', 'search_pending', 'passages_pending']) expect(rowsOf(table)).toEqual([]);
  const left = ['sign_ins', 'used_once', 'stray_files', 'spending', 'audits'].map((table) =>
    JSON.stringify(rowsOf(table)),
  );
  for (const trace of [userId, email, ...words]) expect(left.join()).not.toContain(trace);
  expect(bytes()).toEqual([]);
});
