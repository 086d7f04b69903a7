import type { Storage } from '../storage.ts';
import { NOW } from './samples.ts';
import type { storeEverything } from './everything.ts';

/** Reads everything the port returns for the data of `storeEverything`: the same from every storage that has it. */
export async function readEverything(
  {
    users,
    identities,
    sessions,
    oneTimeTokens,
    apiKeys,
    conversations,
    feedback,
    audits,
    memories,
    passkeys,
    secondFactors,
    rememberedDevices,
    acceptances,
    brand,
    projects,
    shares,
    replies,
    usage,
    files,
    billing,
    figures,
    onboarding,
  }: Storage,
  stored: Awaited<ReturnType<typeof storeEverything>>,
) {
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
    found: await Promise.all(
      ['green te', 'grunkohl', 'Tea by hand', 'still', 'deleted words', 'archived', 'remembered', 'found'].map(
        async (query) => (await conversations.search(userId, query, 20)).map((hit) => JSON.stringify(hit)).toSorted(),
      ),
    ),
    deleted: [
      await conversations.find(userId, deleted.conversationId),
      await conversations.findDeleted(userId, deleted.conversationId),
    ],
    running: [
      await replies.listActive(userId),
      await replies.owners(),
      await replies.stopsRequested('the killed process'),
    ],
    apiKeys: byId(await apiKeys.list(userId)),
    feedback: [
      await feedback.list(userId),
      await feedback.groups(0),
      await feedback.notes(9),
      await feedback.openReports(9),
    ],
    audits: await audits.ofUser(userId),
    memories: await memories.list(userId),
    passkeys: await passkeys.list(userId),
    rememberedDevices: await rememberedDevices.list(userId, NOW),
    acceptances: await acceptances.list(userId),
    brand: await brand.find(),
    secondFactor: await secondFactors.find(userId),
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
