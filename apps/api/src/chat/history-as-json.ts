import type { Conversation, HistoryResponse, LanguageId } from '@parley/core';
import type { Read } from '../http/responses/long-answers.ts';
import { translateFields } from '../language/translate-fields.ts';
import type { ConversationStore, OnlyConversations, PageRequest } from '../storage/storage.ts';

/** Larger than any user's number of conversations and any conversation's number of messages. */
export const EVERYTHING = 100_000;
/** Conversations per read, by how many messages of each are requested. */
const AT_ONCE = { all: 1, last: 50, none: 500 };
const MESSAGES = { all: EVERYTHING, last: 1, none: 0 };

interface HistoryRequest {
  conversations: Pick<ConversationStore, 'list' | 'lastMessages'>;
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
  for (let from = 0; from < items.length; from += AT_ONCE[messages]) {
    const some = items.slice(from, from + AT_ONCE[messages]);
    yield Buffer.from(
      before + (await withMessages(some)).map((item) => JSON.stringify(translateFields(item, language))).join(','),
    );
    before = ',';
  }
  yield Buffer.from(`${before === ',' ? '' : before}]${tail}`);

  async function withMessages(some: Conversation[]) {
    if (messages === 'none') return some.map((item) => ({ ...item, messages: [] }));
    const ids = some.map(({ id }) => id);
    const texts = await inTurn(() => conversations.lastMessages(userId, ids, MESSAGES[messages]));
    return some.map((item) => ({ ...item, messages: texts.get(item.id) ?? [] }));
  }
}
