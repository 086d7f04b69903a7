import { randomUUID } from 'node:crypto';
import type { Storage } from '../storage.ts';
import { readSamples, storeSamples } from '../testing/samples.ts';
import { anImport } from './conversations/imports.contract.ts';
import {
  aFeedback,
  aRememberedDevice,
  aKey,
  aMemory,
  aPasskey,
  aProject,
  aShare,
  aSpending,
  aUser,
  completed,
  end,
  failed,
  NOW,
  searchIndexed,
  send,
  turn,
  upload,
  written,
} from './samples.ts';

/** Stores something of every kind, in each of its states. Returns the ids to look for. */
export async function storeEverything(storage: Storage) {
  const {
    users,
    identities,
    signIns,
    sessions,
    oneTimeTokens,
    deletions,
    apiKeys,
    conversations,
    feedback,
    memories,
    passkeys,
    secondFactors,
    rememberedDevices,
    projects,
    shares,
    replies,
    billing,
    onboarding,
  } = storage;
  const user = aUser({
    name: 'Ada 😀',
    emailVerified: true,
    searchesByItself: false,
    about: 'A baker.',
    answerStyle: 'Short.',
    keepsMemories: false,
    model: 'deep',
    language: 'de',
    createdAt: NOW - 5,
  });
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

  const key = { ...aKey(userId), name: 'Editor 😀', scopes: ['chat' as const, 'read' as const], expiresAt: NOW + 9e9 };
  await apiKeys.create(key, 9);
  await apiKeys.touch(key.id, NOW + 4);

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
  const reported = { reports: { scam: 2 }, reportedAt: NOW + 1 };
  await shares.create({ ...aShare(first), ...reported, title: 'Tea <b> 😀', expiresAt: NOW + 9 }, 9);
  await feedback.put({
    ...aFeedback(first),
    rating: 'bad',
    reasons: ['clarity', 'correctness'],
    comment: 'Grünkohl isn’t tea 😀.',
    question: 'green tea with Grünkohl',
    reply: 'It is.',
    model: null,
  });
  const bare = await turn(storage, userId, 'to a bare reply', { attachments: [picture], usageRule });
  const report = {
    rating: 'report',
    reasons: ['harmful', 'other'],
    comment: 'Look 😀.',
    reportId: randomUUID(),
  } as const;
  await feedback.put({ ...aFeedback(bare), ...report, reasons: [...report.reasons] });
  await feedback.finishReport(report.reportId, NOW + 3);
  const tried = await send(storage, userId, { conversationId: bare.conversationId, text: 'tried', usageRule });
  await end(storage, tried, failed(tried, ''));
  const archived = await turn(storage, userId, 'archived words');
  await conversations.update(userId, archived.conversationId, { archived: true });
  const project = {
    ...aProject(userId),
    name: 'Thesis <b>',
    color: 'green',
    instructions: 'Answer as a bär 😀.',
  } as const;
  const reply = { conversationId, messageId: first.assistantMessageId };
  await storeSamples(storage, { userId, ...reply, id: () => randomUUID() });
  await memories.add(aMemory(userId, 'Is a bär 😀.'), { count: 9, characters: 999 });
  const passkey = aPasskey(userId);
  await passkeys.add(passkey);
  await passkeys.use(passkey.id, 3, NOW + 4);
  const device = aRememberedDevice(userId);
  await rememberedDevices.add(device, NOW);
  await rememberedDevices.use(userId, device.hash, NOW + 3);
  await secondFactors.useRecoveryHash(userId, 'two');
  const past = { ...aProject(userId), name: 'Past' };
  for (const each of [project, past]) await projects.create(each, 9);
  await turn(storage, userId, 'in a project', { projectId: project.id });
  const ofProject = await upload(storage, userId, { text: 'what the project knows' });
  await projects.addFile(userId, project.id, ofProject.id);
  await conversations.update(userId, archived.conversationId, { projectId: past.id });
  await projects.delete(userId, past.id, 'keep', NOW + 2);
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
    {
      generationId: running.generationId,
      message: { ...written(running, 'so far', 7), ...thinking },
      spending: aSpending({ estimatedRequests: 1, microdollars: 40 }),
    },
  ]);
  await replies.requestStop(userId, running.generationId);
  const sources = ['https://example.com'];
  const found = await send(storage, userId, { text: 'with sources', mode: 'web_search', seed: SEED });
  await end(storage, found, {
    ...completed(found, 'found'),
    sources,
    sourceTitles: ['Example'],
    fileSources: [{ fileId: 'f', name: 'tides.pdf', excerpt: 'Ebb' }],
    reasoningContent: 'so',
    reasoningMs: 1_200,
    model: { id: 'deep', label: 'Deep 😀' },
  });
  await storage.spending.add(userId, 'title', aSpending({ microdollars: 7 }), NOW);
  await users.give(userId, { extraMessages: 5, extraMessagesUntil: NOW + 9 });
  await users.setBlocked(other.id, NOW);
  await storage.spending.add(other.id, 'read_aloud', aSpending({ characters: 90 }), NOW + 9);
  const reservation = { userId, id: running.generationId, owner: 'the killed process', microdollars: 50, now: NOW };
  await storage.budgets.reserve({ ...reservation, ceilings: { account: 900, day: 900, month: 900 } });

  const imported = anImport(['q old', 'a old', ['a otherwise', 0]]);
  await conversations.import(userId, [imported], NOW);

  await onboarding.save(userId, { step: 'quiz', answers: { goals: ['writing'], quiz: { hours: 'over-10' } } });
  await onboarding.claimDemo(userId, NOW);
  await billing.link({ customerId: 'cus_old', userId, isLive: false });
  await billing.markGone('cus_old');
  await billing.link({ customerId: 'cus_new', userId, isLive: false });
  await billing.receive({ id: 'evt_1', customerId: 'cus_new', now: NOW });
  const gone = aUser();
  await users.create(gone);
  await turn(storage, gone.id, 'to be removed');
  // Texts are indexed in order, so that all others are by then.
  await searchIndexed(storage, gone.id, 'removed');
  await deletions.begin(gone.id, NOW + 4);
  return { user, other, session, gone, conversationId, deleted, running, picture, paper, unsent };
}

const SEED = [
  { isUser: true, text: 'remembered question', id: randomUUID() },
  { isUser: false, text: 'remembered answer', id: randomUUID() },
];

/** Reads everything the port returns for the data of `storeEverything`: the same from every storage that has it. */
export async function readEverything(storage: Storage, stored: Awaited<ReturnType<typeof storeEverything>>) {
  const {
    users,
    identities,
    sessions,
    oneTimeTokens,
    conversations,
    feedback,
    projects,
    shares,
    replies,
    usage,
    files,
    billing,
    figures,
    onboarding,
  } = storage;
  const { user, other, session, gone, deleted, running, picture, paper, unsent } = stored;
  const { id: userId } = user;
  const listed = await Promise.all(
    ([undefined, 'pinned', 'archived'] as const).map((only) => conversations.list(userId, { limit: 50 }, only)),
  );
  const byId = <Each extends { id: string }>(all: Each[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const known = byId(listed.flatMap(({ items }) => items));
  return {
    users: await Promise.all([user, other, gone].map(({ id }) => users.findById(id))),
    byEmail: await users.findByEmail(user.email ?? ''),
    identity: await identities.listOfUser(other.id),
    session: await sessions.find(session.id, NOW),
    token: await oneTimeTokens.find('token', NOW),
    lists: listed.map(({ items }) => byId(items)),
    trees: await Promise.all(known.map(({ id }) => conversations.tree(userId, id))),
    branches: await Promise.all(known.map(({ id }) => conversations.messages(userId, id, { limit: 50 }))),
    found: await searchEach(storage, userId, [
      'green te',
      'grunkohl',
      'Tea by hand',
      'still',
      'deleted words',
      'archived',
      'remembered',
      'found',
    ]),
    deleted: [
      await conversations.find(userId, deleted.conversationId),
      await conversations.findDeleted(userId, deleted.conversationId),
    ],
    running: [
      await replies.listActive(userId),
      await replies.owners(),
      await replies.stopsRequested('the killed process'),
    ],
    feedback: [
      await feedback.list(userId),
      await feedback.groups(0),
      await feedback.notes(9),
      await feedback.openReports(9),
    ],
    ...(await readSamples(storage, userId)),
    shares: await shares.list(userId),
    projects: [await projects.list(userId), await projects.listDeleted(userId, 0)],
    repeated: await replies.findByClientMessageId(userId, running.clientMessageId),
    window: await usage.window(userId),
    files: await Promise.all([picture, paper, unsent].map(({ id }) => files.find(id))),
    bytes: await Promise.all([picture, paper, unsent].map(({ id }) => files.bytes(id))),
    texts: await Promise.all([picture, paper].map(({ id }) => files.text(id))),
    onboarding: await onboarding.find(userId),
    customers: await billing.customersOf(userId),
    due: await billing.listDue(false, NOW, 9),
    figures: [await figures.daily(0, 99_999), await figures.users(), await figures.subscriptions(false)],
  };
}

/** Searches one at a time: FerretDB takes longer for several at once than a search may, and hits would be missing. */
async function searchEach({ conversations }: Storage, userId: string, queries: string[]): Promise<string[][]> {
  const found: string[][] = [];
  for (const query of queries) {
    found.push((await conversations.search(userId, query, 20)).map((hit) => JSON.stringify(hit)).toSorted());
  }
  return found;
}
