import { randomUUID } from 'node:crypto';
import type { Storage } from '../storage.ts';
import { aUser, completed, end, failed, NOW, send, turn, upload, written } from './samples.ts';

/** Stores something of every kind, in each of its states. Returns the ids to look for. */
export async function storeEverything(storage: Storage) {
  const {
    users,
    identities,
    signIns,
    sessions,
    oneTimeTokens,
    deletions,
    conversations,
    replies,
    billing,
    onboarding,
  } = storage;
  const user = aUser({ name: 'Ada 😀', emailVerified: true, searchesByItself: false, createdAt: NOW - 5 });
  const userId = user.id;
  await users.create(user);
  const other = aUser({ email: null, passwordHash: null });
  const apple = { provider: 'apple', subject: 'a.1', isPrivateRelay: true, forwardsMail: false } as const;
  const identity = { ...apple, userId: other.id, email: 'x@relay.example', refreshToken: 'r', createdAt: NOW };
  await identities.createUser(other, identity);
  const session = {
    id: randomUUID(),
    userId,
    createdAt: NOW,
    expiresAt: NOW + 9e9,
    lastSeenAt: NOW,
    device: 'Firefox',
  };
  await sessions.create(session);
  await sessions.touch(session.id, NOW + 3, session.expiresAt);
  await oneTimeTokens.create({ hash: 'token', userId, email: user.email ?? '', expiresAt: NOW + 9 }, NOW);
  await signIns.begin({ stateHash: 's', browserHash: 'b', nonce: 'n', name: null, expiresAt: NOW + 9 }, NOW);
  await signIns.useOnce('once', NOW + 9, NOW);

  const usageRule = { limit: 10, windowLength: 1000 };
  const picture = await upload(storage, userId, { bytes: new Uint8Array(300_000).fill(7) });
  const paper = await upload(storage, userId, { bytes: new TextEncoder().encode('%PDF'), text: 'what the paper says' });
  const unsent = await upload(storage, userId);
  const first = await turn(storage, userId, 'green tea with Grünkohl', { attachments: [picture, paper], usageRule });
  const { conversationId } = first;
  await turn(storage, userId, 'another answer', { conversationId, replaces: first.assistantMessageId, usageRule });
  await turn(storage, userId, 'asked otherwise', { conversationId, replaces: first.userMessageId, usageRule });
  await conversations.showVersion(userId, conversationId, first.userMessageId);
  await conversations.update(userId, conversationId, { title: 'Tea by hand', pinned: true });
  const bare = await turn(storage, userId, 'to a bare reply', { attachments: [picture], usageRule });
  const tried = await send(storage, userId, { conversationId: bare.conversationId, text: 'tried', usageRule });
  await end(storage, tried, failed(tried, ''));
  const archived = await turn(storage, userId, 'archived words');
  await conversations.update(userId, archived.conversationId, { archived: true });
  const deleted = await turn(storage, userId, 'deleted words', { attachments: [paper] });
  await conversations.delete(userId, deleted.conversationId, NOW + 2);
  // The clock was set back between these two messages.
  const ahead = await turn(storage, userId, 'before the clock was set', { now: NOW + 50 });
  const running = await send(storage, userId, {
    conversationId: ahead.conversationId,
    text: 'still running',
    usageRule,
    owner: 'the killed process',
  });
  const thinking = { reasoningContent: 'hm', isReasoningStreaming: true };
  await replies.checkpoint([
    { generationId: running.generationId, message: { ...written(running, 'so far', 7), ...thinking } },
  ]);
  await replies.requestStop(userId, running.generationId);
  const sources = ['https://example.com'];
  const found = await send(storage, userId, { text: 'with sources', mode: 'web_search', seed: SEED });
  await end(storage, found, {
    ...completed(found, 'found'),
    sources,
    sourceTitles: ['Example'],
    reasoningContent: 'so',
    reasoningMs: 1_200,
  });

  await onboarding.save(userId, { step: 'quiz', answers: { goals: ['writing'], quiz: { hours: 'over-10' } } });
  await onboarding.claimDemo(userId, NOW);
  await billing.link({ customerId: 'cus_old', userId, isLive: false });
  await billing.markGone('cus_old');
  await billing.link({ customerId: 'cus_new', userId, isLive: false });
  await billing.receive({ id: 'evt_1', customerId: 'cus_new', now: NOW });
  const gone = aUser();
  await users.create(gone);
  await turn(storage, gone.id, 'to be removed');
  await deletions.begin(gone.id, NOW + 4);
  return { user, other, session, gone, conversationId, deleted, running, picture, paper, unsent };
}

const SEED = [
  { isUser: true, text: 'remembered question', id: randomUUID() },
  { isUser: false, text: 'remembered answer', id: randomUUID() },
];
