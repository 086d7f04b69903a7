import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Attachment } from '@parley/core';
import { applePeople } from '../auth/apple/testing.ts';
import { hashRecoveryCode } from '../auth/second-factor/recovery-codes.ts';
import { aPasskey, aRememberedDevice, aSecondFactor, NOW } from '../storage/contract/samples.ts';
import { storeSamples } from '../storage/testing/samples.ts';
import type { TestServer } from '../testing/test-server.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
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

/** A word that occurs nowhere else and is unchanged by the search index's folding. */
export const marker = (): string => Array.from(randomBytes(16), (byte) => LETTERS[byte % 26]).join('');

/**
 * The tables that have data of people. The search index keeps its words and pending entries in its own tables, which are
 * emptied with the entries.
 */
export function tablesOfPeople(names: string[]): string[] {
  return names.filter(
    (name) =>
      !OF_NOBODY.includes(name) && !/^(sqlite|search_words|search_counts|search_pending|passages_pending)/.test(name),
  );
}

export const RECOVERY_CODE = '4T7K-0ZQM-9W2X-HR5C';

/** Stores data of a new user in everything that can be stored about one, with a word of its own in every text. */
export async function storePerson(server: TestServer) {
  const { storage, upload } = server;
  const email = `${marker()}@example.com`;
  const token = await server.signUp(email);
  const userId = (await storage.users.findByEmail(email))?.id ?? '';
  const call = async (method: string, path: string, body?: object) => {
    const answer = await server.call(method, path, token, body);
    expect(answer.status, `${method} ${path}`).toBe(200);
    return answer.body;
  };
  const send = async (request: Record<string, unknown>) => (await server.send(token, request)).all();
  const aText = async () => {
    const { body } = await upload(token, `${marker()}.txt`, 'text/plain', `I am a ${marker()}.`);
    return (body.file as Attachment).id;
  };

  await storage.users.setVerified(userId, email);
  const people = applePeople(server);
  await people.signIn(await people.popup({ account: email, name: [marker(), marker()] }));
  await server.call('POST', '/api/auth/forgot', undefined, { email });
  await call('PUT', '/api/account/preferences', { about: marker(), answerStyle: marker() });

  const conversationId = randomUUID();
  await send({ conversationId, text: `One [[echo]] ${marker()}`, attachmentIds: [await aText()] });
  const [question] = await server.messages(token, conversationId);
  const again = { originalMessageId: question?.id, isRegeneration: true };
  await send({ conversationId, text: `Two [[echo]] ${marker()}`, ...again });
  await send({ conversationId, text: `Say [[echo]] ${marker()}`, selectedTool: 'thinking' });
  await send({ conversationId, text: 'It?', documentName: `${marker()}.txt`, documentContent: `It says ${marker()}.` });
  const archived = randomUUID();
  await send({ conversationId: archived, text: `Hello [[echo]] ${marker()}` });
  const word = marker();
  await call('PATCH', `/api/chat/${archived}`, { archived: true, title: `The ${word}` });
  const memory = randomUUID();
  await call('POST', '/api/account/memories', { id: memory, text: `Likes ${marker()}.` });
  const project = { id: randomUUID(), name: `The ${marker()}’s book`, instructions: `Answer a ${marker()}.` };
  await call('POST', '/api/projects', project);
  await call('PATCH', `/api/chat/${conversationId}`, { projectId: project.id });
  await call('POST', `/api/projects/${project.id}/files`, { fileId: await aText() });
  await call('POST', '/api/shares', { id: randomUUID(), conversationId: archived });
  const [, reply] = await server.messages(token, archived);
  const said = { rating: 'bad', reasons: ['clarity'], comment: `Not for a ${marker()}.`, sendsWords: true };
  await call('PUT', `/api/feedback/${archived}/${reply?.id}`, said);
  const [, shown] = await server.messages(token, conversationId);
  const report = { rating: 'report', reasons: ['other'], comment: `It frightens a ${marker()}.` };
  await call('PUT', `/api/feedback/${conversationId}/${shown?.id}`, report);
  const { newest } = await storage.feedback.openReports(1);
  await storage.feedback.finishReport(newest[0]?.reportId ?? '', Date.now());
  const key = { name: `Editor of ${marker()}`, scopes: ['chat'], expiresInDays: 30, password: 'tangerine' };
  await call('POST', '/api/account/api-keys', key);
  const deleted = randomUUID();
  await send({ conversationId: deleted, text: `Say [[echo]] ${marker()}`, attachmentIds: [await aText()] });
  await call('DELETE', `/api/chat/${deleted}`);
  const answers = { goals: ['writing'], quiz: { hours: 'over-10' } };
  await call('PUT', '/api/onboarding', { step: 'quiz', answers, hasSeen: true });
  await storage.onboarding.claimDemo(userId, Date.now());

  await storage.billing.link({ customerId: `cus_${marker()}`, userId, isLive: false });
  const passkey = { ...aPasskey(userId), name: `Key ring of ${marker()}`, publicKey: marker() };
  await storage.passkeys.add(passkey);
  const device = { ...aRememberedDevice(userId), name: `Phone of ${marker()}`, expiresAt: Date.now() + 1e9 };
  await storage.rememberedDevices.add(device, NOW);
  const recoveryHashes = [hashRecoveryCode(userId, RECOVERY_CODE)];
  await storage.secondFactors.create({ ...aSecondFactor(userId), secret: marker(), recoveryHashes });
  const ofReply = { conversationId, messageId: shown?.id ?? '' };
  await storeSamples(storage, { userId, ...ofReply, id: () => randomUUID() });
  const reservation = { userId, id: 'reserved', owner: 'process', microdollars: 1, now: Date.now() };
  await storage.budgets.reserve({ ...reservation, ceilings: { account: 9_000_000 } });
  await storage.budgets.settle(userId, 'reserved', 1);
  return { token, userId, email, word };
}
