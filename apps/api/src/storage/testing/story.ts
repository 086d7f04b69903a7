import { completeReply, failReply, newReply, type Attachment, type Message } from '@parley/core';
import { NO_AMOUNTS } from '../billing/spending-store.ts';
import { NEW_USER, type AcceptRequest, type Storage } from '../storage.ts';
import { NOW } from '../contract/samples.ts';
import { readSamples, storeSamples } from './samples.ts';

/** The time of everything in the story. */
const STORY_TIME = NOW;
/** The bytes and the text of its file. */
const PAPER = { bytes: new TextEncoder().encode('%PDF-1.7 ebb and flood'), text: 'The tide follows the moon.' };

const ADA = 'ada';
const LATER = STORY_TIME + 9e12;
const paper: Attachment = {
  id: 'paper-of-tides',
  kind: 'pdf',
  name: 'tides.pdf',
  type: 'application/pdf',
  size: PAPER.bytes.length,
  url: '/api/files/paper-of-tides',
};

const QUERIES = [
  'sencha',
  'grunkohl',
  'green te',
  'assam milk',
  'tea by hand',
  'moon',
  'comet',
  'now',
  'still',
  'archived',
];
const NOTHING_FOUND = ['farewell', 'deleted', 'far'];

/**
 * Stores the same in every database: accounts, and a conversation of each kind, with readable ids; only as much as the
 * code of an SQLite schema could store. The stored databases of earlier schemas were written with it.
 */
export async function writeStory(storage: Storage, schema = Infinity): Promise<void> {
  await writeAccounts(storage, schema);
  const teller = tellerOf(storage, schema);
  await writeConversations(storage, teller, schema);
  if (schema >= 23) await writeRooms(storage);
  await writeRecords(storage, schema);
  const reply = { conversationId: 'tea', messageId: 'tea-answer' };
  await storeSamples(storage, { userId: ADA, ...reply, id: (name) => name }, schema);
  // Last, because texts are indexed in the order they were stored.
  const running = await teller.ask('running', 'Is this still running?');
  const message = { ...running.message, text: 'So far', seq: 7 };
  await storage.replies.checkpoint([{ generationId: running.generationId, message }]);
  if (schema >= 9) await storage.replies.requestStop(ADA, running.generationId);
}

async function writeAccounts(storage: Storage, schema: number) {
  const { users, sessions, identities, oneTimeTokens, billing, onboarding } = storage;
  await users.create({
    ...NEW_USER,
    id: ADA,
    email: 'ada@example.com',
    passwordHash: 'hash',
    emailVerified: true,
    subscriptionTier: 'premium',
    subscriptionStatus: 'active',
    subscriptionPeriodEnd: LATER,
    ...(schema >= 6 && { name: 'Ada' }),
    ...(schema >= 11 && { searchesByItself: false }),
    ...(schema >= 23 && { about: 'A baker.', answerStyle: 'Short.' }),
    ...(schema >= 34 && { model: 'deep' }),
    ...(schema >= 37 && { language: 'de' as const }),
    createdAt: STORY_TIME,
  });
  const bob = { email: 'bob@example.com', passwordHash: 'hash', createdAt: STORY_TIME };
  await users.create({ ...NEW_USER, id: 'bob', ...bob });
  const session = { createdAt: STORY_TIME, expiresAt: LATER, lastSeenAt: STORY_TIME };
  await sessions.create({ id: 'session', userId: ADA, ...session, device: schema >= 6 ? 'Firefox on Linux' : '' });
  if (schema < 6) return;
  await storage.deletions.begin('bob', STORY_TIME);
  const grace = { ...NEW_USER, id: 'grace', email: null, createdAt: STORY_TIME };
  const relay = { email: 'x@relay.example', isPrivateRelay: true, forwardsMail: true, refreshToken: 'sealed' };
  const apple = { provider: 'apple', subject: 'a.1', userId: grace.id, ...relay, createdAt: STORY_TIME };
  await identities.createUser(grace, apple);
  await oneTimeTokens.create({ hash: 'token', userId: ADA, email: 'ada@example.com', expiresAt: LATER }, STORY_TIME);
  if (schema < 7) return;
  await billing.link({ customerId: 'cus_ada', userId: ADA, isLive: false });
  await billing.receive({ id: 'evt_1', customerId: 'cus_ada', now: STORY_TIME });
  if (schema >= 8)
    await onboarding.save(ADA, { step: 'quiz', answers: { goals: ['writing'], quiz: { hours: 'over-10' } } });
}

type Teller = ReturnType<typeof tellerOf>;

/** Asks and answers with ids that begin with the same word. A question begins a conversation unless it names one. */
function tellerOf({ replies, conversations }: Storage, schema: number) {
  const ask = async (id: string, text: string, changes: Partial<AcceptRequest> = {}) => {
    const request: AcceptRequest = {
      userId: ADA,
      conversationId: id,
      clientMessageId: `${id}-sent`,
      fingerprint: 'fingerprint',
      generationId: `${id}-generation`,
      userMessageId: `${id}-question`,
      assistantMessageId: `${id}-answer`,
      mode: 'normal',
      text,
      attachments: null,
      previousImageUrl: null,
      seed: [],
      title: `About ${id}`,
      usageRule: { limit: 99, windowLength: 9e12 },
      owner: 'a killed process',
      now: STORY_TIME,
      ...changes,
    };
    await replies.accept(request);
    const { conversationId, generationId, assistantMessageId, mode } = request;
    const begun = newReply(generationId, { id: assistantMessageId, now: STORY_TIME, mode });
    return { conversationId, generationId, message: { ...begun, seq: 1 } };
  };
  const end = async ({ conversationId, generationId }: Awaited<ReturnType<typeof ask>>, message: Message) => {
    const usage = message.isError ? 'refund' : 'consume';
    await replies.end({ generationId, message, usage, now: STORY_TIME });
    // Earlier schemas do not know what is unread.
    if (schema < 23) await conversations.update(ADA, conversationId, { unread: false });
  };
  const answer = async (asked: Awaited<ReturnType<typeof ask>>, text: string, more: { sources?: string[] } = {}) =>
    end(asked, completeReply({ ...asked.message, text, ...more }, 'complete'));
  return { ask, end, answer };
}

async function writeConversations({ conversations, files }: Storage, { ask, end, answer }: Teller, schema: number) {
  await answer(await ask('tea', 'Which green tea keeps its taste with Grünkohl?'), 'Sencha.');
  const inTea = { conversationId: 'tea' };
  await answer(await ask('tea-again', '', { ...inTea, replaces: 'tea-answer' }), 'Gyokuro, if it is fresh.');
  const black = { ...inTea, replaces: 'tea-question' };
  await answer(await ask('tea-black', 'Which black tea keeps its taste?', black), 'Assam.');
  await answer(await ask('tea-milk', 'Also with milk?', inTea), 'With milk even more.');

  const failed = await ask('failed', 'Is anybody there?');
  await end(failed, failReply(failed.message, 'model-failed', 'It failed.'));
  // A reply without an answer is a version when a message follows it.
  const inFailed = { conversationId: 'failed' };
  await answer(await ask('failed-followed', 'And now?', inFailed), 'Now I am.');
  await answer(await ask('failed-again', '', { ...inFailed, replaces: 'failed-answer' }), 'Here.');

  await answer(await ask('old', 'Something archived?'), 'Indeed.');
  await answer(await ask('gone', 'Something deleted?'), 'Farewell.');
  await conversations.delete(ADA, 'gone', STORY_TIME);
  if (schema < 2) return;
  await conversations.showVersion(ADA, 'tea', 'tea-question');
  await conversations.update(ADA, 'tea', { title: 'Tea by hand', pinned: true });
  await conversations.update(ADA, 'old', { archived: true });
  const file = { attachment: paper, userId: ADA, conversationId: null, createdAt: STORY_TIME };
  await files.create(file, PAPER.bytes, PAPER.text);
  await answer(await ask('tides', 'What does this paper say?', { attachments: [paper] }), 'The tide follows the moon.');
  const news = await ask('news', 'What is new?', { mode: 'web_search' });
  await answer(news, 'A comet.', { sources: ['https://example.com/comet'] });
}

async function writeRooms({ projects, shares, conversations }: Storage) {
  const made = { userId: ADA, createdAt: STORY_TIME };
  const changed = { ...made, updatedAt: STORY_TIME };
  const thesis = { id: 'thesis', name: 'Thesis', color: 'green', instructions: 'Answer briefly.' } as const;
  await projects.create({ ...thesis, ...changed, deletedAt: null }, 9);
  await conversations.update(ADA, 'news', { projectId: thesis.id });
  const shown = { leafId: 'tides-answer', messageCount: 2, hasReasoning: false, hasAttachments: true, expiresAt: null };
  const share = { id: 'share', conversationId: 'tides', tokenHash: 'shared', title: 'Tides', ...shown };
  await shares.create({ ...share, ...changed, reports: {}, reportedAt: null }, 9);
  const flags = { webSearchEnabled: false, thinkingModeEnabled: false, pinned: false, archived: false };
  const timestamp = new Date(STORY_TIME).toISOString();
  const exchange = [
    { id: 'imported-question', text: 'What was asked elsewhere?', isUser: true },
    { id: 'imported-answer', text: 'A walnut.', isUser: false },
  ].map((message) => ({ ...message, timestamp, status: 'complete' as const }));
  const messages = exchange.map((message, index) => ({ parentId: exchange[index - 1]?.id ?? null, message }));
  const from = { importedFrom: 'chatgpt', importId: 'export' } as const;
  const conversation = { id: 'imported', title: 'Imported', ...flags, updatedAt: timestamp, ...from };
  const record = { conversation, messages, leafId: 'imported-answer', fileIds: [] };
  await conversations.import(ADA, [record], STORY_TIME);
}

async function writeRecords({ spending, budgets, feedback }: Storage, schema: number) {
  if (schema < 27) return;
  const used = { ...NO_AMOUNTS, requests: 1, inputTokens: 20, outputTokens: 3, microdollars: 5 };
  await spending.add(ADA, 'title', { plan: 'premium', models: [{ model: 'small', ...used }] }, STORY_TIME);
  if (schema < 28) return;
  const words = { comment: 'So fresh!', question: 'Which green tea?', reply: 'Gyokuro.' };
  const origin = {
    conversationId: 'tea',
    messageId: 'tea-again-answer',
    mode: 'normal',
    model: 'large',
    version: '0.1.0',
  } as const;
  const rating = { rating: 'good', reasons: [], createdAt: STORY_TIME, reportId: null, doneAt: null } as const;
  await feedback.put({ userId: ADA, ...origin, ...rating, reasons: [], ...words });
  if (schema < 32) return;
  const reservation = { userId: ADA, id: 'reserved', owner: 'a killed process', microdollars: 9, now: STORY_TIME };
  await budgets.reserve({ ...reservation, ceilings: { account: 99, day: 99 } });
  if (schema < 36) return;
  const reported = { ...origin, conversationId: 'tides', messageId: 'tides-answer', rating: 'report' } as const;
  await feedback.put({
    userId: ADA,
    ...reported,
    reasons: ['harmful'],
    ...words,
    createdAt: STORY_TIME,
    reportId: 'report',
    doneAt: null,
  });
}

/** Reads through the port everything that the story stores. */
export async function readStory(storage: Storage) {
  const { conversations, users, files } = storage;
  const lists = await Promise.all(
    ([undefined, 'pinned', 'archived'] as const).map((only) => conversations.list(ADA, { limit: 50 }, only)),
  );
  const ids = [...new Set(lists.flatMap(({ items }) => items.map(({ id }) => id)))].toSorted();
  const byId = <Each extends { id: string }>(all: Each[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const search = async (query: string) => {
    const hits = await conversations.search(ADA, query, 20);
    return [query, hits.map((hit) => JSON.stringify(hit)).toSorted()] as const;
  };
  const trees = await Promise.all(ids.map(async (id) => [id, await conversations.tree(ADA, id)] as const));
  const branches = await Promise.all(
    ids.map(async (id) => [id, (await conversations.messages(ADA, id, { limit: 50 }))?.items] as const),
  );
  return {
    users: {
      ada: await users.findById(ADA),
      byAddress: (await users.findByEmail('ada@example.com'))?.id,
      grace: await users.findById('grace'),
      bob: await users.findById('bob'),
      unfinished: await storage.deletions.listUnfinished(),
    },
    session: (await storage.sessions.find('session', STORY_TIME))?.session ?? null,
    identities: await storage.identities.listOfUser('grace'),
    token: await storage.oneTimeTokens.find('token', STORY_TIME),
    onboarding: await storage.onboarding.find(ADA),
    customers: await storage.billing.customersOf(ADA),
    due: await storage.billing.listDue(false, STORY_TIME, 9),
    lists: lists.map(({ items }) => byId(items)),
    trees: Object.fromEntries(trees),
    branches: Object.fromEntries(branches),
    found: Object.fromEntries(await Promise.all([...QUERIES, ...NOTHING_FOUND].map(search))),
    deleted: await conversations.findDeleted(ADA, 'gone'),
    running: await storage.replies.listActive(ADA),
    owners: await storage.replies.owners(),
    stops: await storage.replies.stopsRequested('a killed process'),
    repeated: await storage.replies.findByClientMessageId(ADA, 'tea-sent'),
    usage: await storage.usage.window(ADA),
    file: await files.find('paper-of-tides'),
    bytes: await files.bytes('paper-of-tides'),
    text: await files.text('paper-of-tides'),
    projects: await storage.projects.list(ADA),
    shares: await storage.shares.list(ADA),
    // Its ids are random.
    spending: (await storage.spending.ofUser(ADA)).map((spent) => ({ ...spent, id: '' })),
    budgets: [await storage.budgets.read('day', STORY_TIME), await storage.budgets.owners()],
    ...(await readSamples(storage, ADA)),
    feedback: await storage.feedback.list(ADA),
    figures: [await storage.figures.daily(0, 99_999), await storage.figures.users()],
  };
}
