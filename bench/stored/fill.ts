import { randomUUID } from 'node:crypto';
import { completeReply, newReply } from '@parley/core';
import { NEW_USER, type Storage } from '@parley/api/storage';
import { putConversation } from '../put-conversation.ts';

/** Messages per conversation and conversations per user: each user has 100 messages. */
const OF_A_CONVERSATION = 20;
const OF_A_USER = 5;

const WORDS = 'tide harbour margin letter reader winter garden copper window orchard signal marble river engine'.split(
  ' ',
);

const QUESTION = 160;
const ANSWER = 1_200;

/** Generates words of about this many characters, varied by `seed`. */
function prose(length: number, seed: number): string {
  let text = `note${seed}`;
  for (let state = seed + 1; text.length < length;) {
    state = (state * 48_271) % 2_147_483_647;
    text += ` ${WORDS[state % WORDS.length] ?? ''}${state % 977}`;
  }
  return text;
}

export interface Person {
  userId: string;
  conversationIds: string[];
}

/** Adds users with conversations until there are this many messages. */
export async function fill(storage: Storage, people: Person[], messages: number): Promise<void> {
  while (people.length * OF_A_USER * OF_A_CONVERSATION < messages) {
    const person: Person = { userId: randomUUID(), conversationIds: [] };
    const now = Date.now();
    await storage.users.create({
      ...NEW_USER,
      id: person.userId,
      email: `${person.userId}@example.com`,
      createdAt: now,
    });
    for (let conversation = 0; conversation < OF_A_USER; conversation++) {
      const seed = people.length * OF_A_USER + conversation;
      const texts = Array.from({ length: OF_A_CONVERSATION }, (_, index) =>
        prose(index % 2 === 0 ? QUESTION : ANSWER, seed * OF_A_CONVERSATION + index),
      );
      const title = `Notes ${seed}`;
      person.conversationIds.push(await putConversation(storage, person.userId, { title, texts, now }));
    }
    people.push(person);
  }
}

/**
 * Stores a message and its reply in an existing conversation. Returns the times to accept, checkpoint and end it, in
 * ms.
 */
export async function exchange(storage: Storage, { userId, conversationIds }: Person, seed: number) {
  const ids = { generationId: randomUUID(), assistantMessageId: randomUUID() };
  const now = Date.now();
  const begun = performance.now();
  const result = await storage.replies.accept({
    ...ids,
    userId,
    conversationId: conversationIds[seed % conversationIds.length] ?? '',
    clientMessageId: randomUUID(),
    fingerprint: '',
    userMessageId: randomUUID(),
    mode: 'normal',
    text: prose(QUESTION, seed),
    attachments: null,
    previousImageUrl: null,
    seed: [],
    title: '',
    usageRule: { limit: 1_000_000, windowLength: 43_200_000 },
    owner: 'bench',
    now,
  });
  const accepted = performance.now();
  if (result.outcome !== 'accepted') throw new Error(`Not accepted but ${result.outcome}`);
  const { generationId } = ids;
  const empty = newReply(generationId, { id: ids.assistantMessageId, now, mode: 'normal' });
  const message = { ...empty, text: prose(ANSWER, seed) };
  await storage.replies.checkpoint([{ generationId, message }]);
  const checkpointed = performance.now();
  await storage.replies.end({ generationId, message: completeReply(message, 'complete'), usage: 'consume', now });
  const ended = performance.now();
  return { accept: accepted - begun, checkpoint: checkpointed - accepted, end: ended - checkpointed };
}
