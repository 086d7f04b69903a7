import type { Conversation, HistoryResponse, LanguageId } from '@parley/core';
import type { Read } from '../http/responses/long-answers.ts';
import { translateFields } from '../language/translate-fields.ts';
import { BatchSize } from './batch-size.ts';
import { branchAsJson } from './branch-as-json.ts';
import type { ConversationStore, OnlyConversations, PageRequest } from '../storage/storage.ts';

/** Larger than any user's number of conversations and any conversation's number of messages. */
export const EVERYTHING = 100_000;
/** Conversations per read, at first and at most, by how many messages of each are requested. */
const BATCHES = { all: { first: 1, most: 1 }, last: { first: 10, most: 50 }, none: { first: 500, most: 500 } };

interface HistoryRequest {
  conversations: Pick<ConversationStore, 'list' | 'lastMessages' | 'messages'>;
  userId: string;
  page: PageRequest;
  only: OnlyConversations | undefined;
  messages: 'all' | 'last' | 'none';
  /** Wraps each read from the store. */
  inTurn: Read;
  /** Of the errors in messages; English by default. */
  language?: LanguageId;
}

/** Streams a `HistoryResponse` as JSON. With whole messages, it holds one conversation in memory at a time. */
export async function* historyAsJson(request: HistoryRequest): AsyncGenerator<Uint8Array> {
  const { conversations, userId, page, only, messages, inTurn, language = 'en' } = request;
  const { items, nextBefore } = await inTurn(() => conversations.list(userId, page, only));
  const whole = JSON.stringify({ success: true, conversations: [], nextBefore } satisfies HistoryResponse);
  const [head = '', tail = ''] = whole.split('[]');
  let before = `${head}[`;
  const { first, most } = BATCHES[messages];
  const batch = new BatchSize(first, most);
  for (let from = 0; from < items.length;) {
    const some = items.slice(from, from + batch.size);
    from += some.length;
    let bytes = 0;
    for (const piece of await (messages === 'all' ? serializeWhole(some) : serialize(some))) {
      bytes += piece.length;
      yield before === '' ? piece : Buffer.concat([Buffer.from(before), piece]);
      before = '';
    }
    batch.learn(bytes);
    before = ',';
  }
  yield Buffer.from(`${before === ',' ? '' : before}]${tail}`);

  /** These conversations with at most their last message. */
  async function serialize(some: Conversation[]): Promise<Buffer[]> {
    const ids = some.map(({ id }) => id);
    const last = messages === 'none' ? null : await inTurn(() => conversations.lastMessages(userId, ids, 1));
    const full = some.map((item) => ({ ...item, messages: last?.get(item.id) ?? [] }));
    return [Buffer.from(full.map((item) => JSON.stringify(translateFields(item, language))).join(','))];
  }

  async function serializeWhole([item]: Conversation[]): Promise<Buffer[]> {
    if (!item) return [];
    const branch = { conversations, userId, id: item.id, limit: EVERYTHING, inTurn, language };
    const { parts } = (await branchAsJson(branch)) ?? { parts: [] };
    const empty = JSON.stringify({ ...item, messages: [] });
    return [Buffer.from(empty.slice(0, -']}'.length)), ...parts, Buffer.from(']}')];
  }
}
