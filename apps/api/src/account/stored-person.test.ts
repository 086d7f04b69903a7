import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { applePeople } from '../auth/apple/testing.ts';
import { hashRecoveryCode } from '../auth/second-factor/recovery-codes.ts';
import { openStorage } from '../storage/open-storage.ts';
import { readTables } from '../storage/sqlite/database/read-tables.ts';
import { storeSamples } from '../storage/testing/samples.ts';
import { startTestServer } from '../testing/test-server.ts';

/**
 * Tables without lasting personal data: expiring hashes and ids, ids of bytes and of deletions, sums, and records of
 * deletions.
 */
const OF_NOBODY = [
  'sign_ins',
  'used_once',
  'stray_files',
  'scrubs_due',
  'deletions',
  'daily_counts',
  'billing_events',
  'brand',
];
/** Columns that the export omits, with the reason. All other personal data must be in the download. */
const LEFT_OUT: Record<string, string> = {
  'spending.id': 'an internal key',
  'feedback.report_id': 'an internal key',
  'audits.id': 'an internal key',
  'audits.press_id': 'a number of the client, to tell a repeat',
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
  'replies.client_message_id': 'a number of the client, to tell a repeat',
  'replies.fingerprint': 'a hash of the message, to tell a repeat',
  'usage_counts.counted': 'what was counted in the last hours, for the limit alone',
  'replies.owner': 'the process that wrote the reply',
  'replies.ended_at': 'of the stream, which is over',
};

const NAME = 'Zenobia Quillfeather';
const WORD = 'xylophonist';
const RECOVERY_CODE = '4T7K-0ZQM-9W2X-HR5C';

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

  const email = `${randomUUID()}@example.com`;
  const token = await server.signUp(email);
  const user = await server.storage.users.findByEmail(email);
  await server.storage.users.setVerified(user?.id ?? '', email);
  const people = applePeople(server);
  await people.signIn(await people.popup({ account: email, name: ['Zenobia', 'Quillfeather'] }));
  await server.call('POST', '/api/auth/forgot', undefined, { email });
  const conversationId = randomUUID();
  const upload = await server.upload(token, `${WORD}.txt`, 'text/plain', `I am a ${WORD}.`);
  const { id: fileId } = upload.body.file as { id: string };
  await (await server.send(token, { conversationId, text: `One ${WORD}`, attachmentIds: [fileId] })).all();
  const [question] = await server.messages(token, conversationId);
  const again = { conversationId, text: `Two ${WORD}s`, originalMessageId: question?.id, isRegeneration: true };
  await (await server.send(token, again)).all();
  const archived = randomUUID();
  await (await server.send(token, { conversationId: archived, text: 'hello' })).all();
  await server.call('PATCH', `/api/chat/${archived}`, token, { archived: true, title: `The ${WORD}` });
  await server.call('POST', '/api/account/memories', token, { id: randomUUID(), text: `Likes ${WORD}.` });
  const project = { id: randomUUID(), name: `The ${WORD}’s book`, instructions: `Answer a ${WORD}.` };
  await server.call('POST', '/api/projects', token, project);
  await server.call('PATCH', `/api/chat/${conversationId}`, token, { projectId: project.id });
  const shared = await server.call('POST', '/api/shares', token, { id: randomUUID(), conversationId: archived });
  expect(shared.status).toBe(200);
  const [, reply] = await server.messages(token, archived);
  const said = { rating: 'bad', reasons: ['clarity'], comment: `Not for a ${WORD}.`, sendsWords: true };
  expect((await server.call('PUT', `/api/feedback/${archived}/${reply?.id}`, token, said)).status).toBe(200);
  const [, shown] = await server.messages(token, conversationId);
  const report = { rating: 'report', reasons: ['other'], comment: `It frightens a ${WORD}.` };
  expect((await server.call('PUT', `/api/feedback/${conversationId}/${shown?.id}`, token, report)).status).toBe(200);
  const { newest } = await server.storage.feedback.openReports(1);
  await server.storage.feedback.finishReport(newest[0]?.reportId ?? '', Date.now());
  const book = await server.upload(token, `${WORD} book.txt`, 'text/plain', `A book of a ${WORD}.`);
  const { id: bookId } = book.body.file as { id: string };
  await server.call('POST', `/api/projects/${project.id}/files`, token, { fileId: bookId });
  const key = { name: `Editor of ${WORD}`, scopes: ['chat'], expiresInDays: 30, password: 'tangerine' };
  expect((await server.call('POST', '/api/account/api-keys', token, key)).status).toBe(200);
  const deleted = randomUUID();
  const paper = await server.upload(token, `${WORD} that went.txt`, 'text/plain', `I was a ${WORD}.`);
  const { id: paperId } = paper.body.file as { id: string };
  await (await server.send(token, { conversationId: deleted, text: 'regretted', attachmentIds: [paperId] })).all();
  await server.call('DELETE', `/api/chat/${deleted}`, token);
  const answers = { goals: ['writing'], quiz: { hours: 'over-10' } };
  await server.call('PUT', '/api/onboarding', token, { step: 'quiz', answers, hasSeen: true });
  await server.storage.onboarding.claimDemo(user?.id ?? '', Date.now());
  await server.storage.billing.link({ customerId: 'cus_zenobia', userId: user?.id ?? '', isLive: false });
  const ofReply = { conversationId, messageId: shown?.id ?? '' };
  await storeSamples(server.storage, { userId: user?.id ?? '', ...ofReply, id: () => randomUUID() });
  await server.storage.secondFactors.setRecoveryHashes(user?.id ?? '', [
    hashRecoveryCode(user?.id ?? '', RECOVERY_CODE),
  ]);
  const reservation = { userId: user?.id ?? '', id: 'reserved', owner: 'process', microdollars: 1, now: Date.now() };
  await server.storage.budgets.reserve({ ...reservation, ceilings: { account: 9_000_000 } });
  await server.storage.budgets.settle(reservation.userId, 'reserved', 1);
  const rowsOf = (table: string) => database.rows(table);
  await expect.poll(() => rowsOf('one_time_tokens')).toHaveLength(2);
  await expect.poll(() => rowsOf('search_pending')).toEqual([]);
  return {
    server,
    token,
    user,
    email,
    // The search index keeps its words and pending entries in its own tables, which are emptied with the entries.
    owned: database
      .names()
      .filter(
        (name) =>
          !OF_NOBODY.includes(name) &&
          !/^(sqlite|search_words|search_counts|search_pending|passages_pending)/.test(name),
      ),
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
  const { server, token, user, email, owned, rowsOf, bytes } = await startWithPerson();
  expect(bytes()).not.toEqual([]);
  await server.call('DELETE', '/api/account', token, { password: 'tangerine', code: RECOVERY_CODE });
  await expect.poll(() => rowsOf('deletions')).toMatchObject([{ user_id: user?.id, ended_at: expect.any(Number) }]);
  const emptied = owned.filter((table) => table !== 'spending' && table !== 'audits');
  expect(Object.fromEntries(emptied.map((table) => [table, rowsOf(table)]))).toEqual(
    Object.fromEntries(emptied.map((table) => [table, []])),
  );
  expect(rowsOf('spending')).not.toEqual([]);
  for (const table of ['search_words_docsize', 'search_pending', 'passages_pending']) expect(rowsOf(table)).toEqual([]);
  const left = ['sign_ins', 'used_once', 'stray_files', 'spending', 'audits'].map((table) =>
    JSON.stringify(rowsOf(table)),
  );
  for (const trace of [user?.id ?? '', email, NAME, WORD]) expect(left.join()).not.toContain(trace);
  expect(bytes()).toEqual([]);
});
