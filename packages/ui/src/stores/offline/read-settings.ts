import { fit, USER, type AccountResponse, type MemoriesResponse, type ShapeOf } from '@parley/core';
import type { Client } from '../client.ts';
import { readWithCache } from './read-with-cache.ts';

type Reader = Pick<Client, 'api' | 'platform' | 'session'>;

export type ConversationListName = 'active' | 'archived' | 'deleted';

export interface ListedConversation {
  id: string;
  title: string;
  /** ISO 8601: of the deletion, or of the last message. */
  time: string;
}

export interface ListedPage {
  items: ListedConversation[];
  nextBefore: string | null;
}

const MEMORIES: ShapeOf<MemoriesResponse> = { memories: [{ id: '', text: '' }], isOn: true };
const LIST: ShapeOf<ListedPage> = { items: [{ id: '', title: '', time: '' }] };
/** Conversations in a page. */
export const LIST_PAGE = 50;

/** These read as `readWithCache` does: each is cached, and answered from the cache without a connection. */
export function readAccount(client: Reader): Promise<AccountResponse> {
  const { api, session } = client;
  // The session may know a newer user than the cache.
  const shape: ShapeOf<AccountResponse> = {
    user: (cached) => session.getState().user ?? fit(cached, USER),
    hasPassword: true,
  };
  return readWithCache(client, 'account', shape, async () => (await api.account()).read());
}

export const readMemories = (client: Reader): Promise<MemoriesResponse> =>
  readWithCache(client, 'memories', MEMORIES, async () => (await client.api.memories()).list());

/** The first `limit` conversations of a list. */
export const readList = (client: Reader, list: ConversationListName, limit = LIST_PAGE): Promise<ListedPage> =>
  readWithCache(client, list, LIST, () => readListPage(client.api, list, { limit }));

/** A page of a list, without the cache. */
export async function readListPage(
  api: Client['api'],
  list: ConversationListName,
  page: { limit: number; before?: string },
): Promise<ListedPage> {
  if (list === 'deleted') {
    const { conversations, nextBefore } = await api.trash(page);
    return { items: conversations.map(({ id, title, deletedAt: time }) => ({ id, title, time })), nextBefore };
  }
  const { conversations, nextBefore } = await api.history(list === 'archived' ? { ...page, only: 'archived' } : page);
  return { items: conversations.map(({ id, title, updatedAt: time }) => ({ id, title, time })), nextBefore };
}
