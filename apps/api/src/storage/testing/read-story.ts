import type { Storage } from '../storage.ts';
import { STORY_TIME } from './write-story.ts';

const ADA = 'ada';
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
    memories: await storage.memories.list(ADA),
    shares: await storage.shares.list(ADA),
    apiKeys: await storage.apiKeys.list(ADA),
    passkeys: await storage.passkeys.list(ADA),
    secondFactor: await storage.secondFactors.find(ADA),
    // Its ids are random.
    spending: (await storage.spending.ofUser(ADA)).map((spent) => ({ ...spent, id: '' })),
    budgets: [await storage.budgets.read('day', STORY_TIME), await storage.budgets.owners()],
    acceptances: await storage.acceptances.list(ADA),
    brand: await storage.brand.find(),
    feedback: await storage.feedback.list(ADA),
    figures: [await storage.figures.daily(0, 99_999), await storage.figures.users()],
  };
}
