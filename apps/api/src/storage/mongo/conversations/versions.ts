import type { Message } from '@parley/core';
import { conversations, findConversation, type ConversationDocument } from './conversation-document.ts';
import type { Database } from '../database/database.ts';
import { idOf, keyOf, keysOf } from '../database/keys.ts';
import { replyLocks } from '../replies/reply-lock.ts';
import { messages, type MessageDocument } from './message-document.ts';

/** A message's place in its conversation's tree. */
export type Place = Pick<MessageDocument, '_id' | 'parentId' | 'ord' | 'isUser' | 'counts'>;

export const PLACE = { parentId: 1, ord: 1, isUser: 1, counts: 1 };

/** Reads the places of all messages of a conversation, by id, oldest first. */
export async function readPlaces(
  database: Database,
  { userId, _id, nextOrd }: ConversationDocument,
): Promise<Map<string, Place>> {
  const own = { _id: keysOf(userId), conversationId: idOf(_id), ord: { $lt: nextOrd } };
  const found = await database.of(messages).find(own).project<Place>(PLACE).sort({ ord: 1 }).toArray();
  return new Map(found.map((place) => [idOf(place._id), place]));
}

/** Reads the messages of a branch from their documents, each with its versions if there are others. */
export async function withVersions(
  database: Database,
  { userId, _id, nextOrd }: ConversationDocument,
  documents: MessageDocument[],
  read: Message[],
): Promise<Message[]> {
  const parents = [...new Set(documents.map(({ parentId }) => parentId))];
  const beside = { _id: keysOf(userId), conversationId: idOf(_id), parentId: { $in: parents } };
  const found = await database.of(messages).find(beside).project<Place>(PLACE).toArray();
  const places = found.filter(({ ord }) => ord < nextOrd).sort((a, b) => a.ord - b.ord);
  return read.map((message, index) => {
    const shown = documents[index];
    const versions = places.filter(
      (place) =>
        place.parentId === shown?.parentId &&
        place.isUser === shown.isUser &&
        (place.counts || place._id === shown._id),
    );
    return versions.length > 1 ? { ...message, versionIds: versions.map((place) => idOf(place._id)) } : message;
  });
}

/** `ConversationStore.showVersion`. */
export async function showVersion(
  database: Database,
  userId: string,
  conversationId: string,
  id: string,
): Promise<'shown' | 'busy' | 'not-found'> {
  const conversation = await findConversation(database, userId, conversationId);
  const places = conversation && (await readPlaces(database, conversation));
  if (!conversation || !places?.has(id)) return 'not-found';
  const _id = keyOf(userId, conversationId);
  if (await database.of(replyLocks).findOne({ _id }, { projection: { _id: 1 } })) return 'busy';
  // A message accepted in the meantime wins: its branch is the current one.
  const { generationId } = conversation;
  await database.of(conversations).updateOne({ _id, generationId }, { $set: { leafId: endOf(id, places) } });
  return 'shown';
}

/** Finds the end of the branch through this message, following the newest version at each step. */
function endOf(id: string, places: Map<string, Place>): string {
  const followers = Map.groupBy([...places.values()], ({ parentId }) => parentId);
  for (let end = id; ;) {
    const next = followers.get(end) ?? [];
    const follower = next.findLast(({ counts }) => counts) ?? next.at(-1);
    if (!follower) return end;
    end = idOf(follower._id);
  }
}
