import { randomUUID } from 'node:crypto';
import { completeReply, newReply } from '@parley/core';
import type { Storage } from '@parley/api/storage';

interface NewConversation {
  title: string;
  /** Alternating messages and replies, ending with a reply. */
  texts: string[];
  /** Timestamp of all messages, in epoch milliseconds. */
  now: number;
}

/** Writes a finished conversation directly to the storage and returns its id. */
export async function putConversation(
  storage: Storage,
  userId: string,
  { title, texts, now }: NewConversation,
): Promise<string> {
  const seed = texts.slice(0, -2).map((text, index) => ({ isUser: index % 2 === 0, text, id: randomUUID() }));
  const result = await storage.replies.accept({
    userId,
    conversationId: randomUUID(),
    clientMessageId: randomUUID(),
    fingerprint: '',
    generationId: randomUUID(),
    userMessageId: randomUUID(),
    assistantMessageId: randomUUID(),
    mode: 'normal',
    text: texts.at(-2) ?? '',
    attachments: null,
    previousImageUrl: null,
    seed,
    title,
    usageRule: null,
    owner: 'bench',
    now,
  });
  if (result.outcome !== 'accepted') throw new Error(`Not accepted but ${result.outcome}`);
  const { generationId, assistantMessageId: id, mode, conversationId } = result.reply;
  const message = completeReply({ ...newReply(generationId, { id, now, mode }), text: texts.at(-1) ?? '' }, 'complete');
  await storage.replies.end({ generationId, message, usage: 'consume', now });
  return conversationId;
}
