import type { Attachment, Message } from '@parley/core';
import type { AcceptRequest } from '../../storage.ts';
import { countsAsVersion, emptyReply, newQuestion, type Extras } from '../../conversations/stored-message.ts';
import type { ConversationDocument } from '../conversations/conversation-document.ts';
import type { Database } from '../database/database.ts';
import { keyOf } from '../database/keys.ts';
import { messages, toBody, type MessageDocument } from '../conversations/message-document.ts';
import { readPlaces, type Place } from '../conversations/versions.ts';

/** The additions of an `accept` to its conversation's tree. */
export interface BranchAppend {
  /** New messages, in order: a seed, the question, the empty reply. */
  made: Message[];
  documents: MessageDocument[];
  /** The message before them, when it may be a reply without an answer. */
  followedId: string | null;
  questionId: string;
  attachments: Attachment[];
  previousImageUrl: string | undefined;
  leafId: string;
  nextOrd: number;
  /** The previous end of the branch, when the message replaces something. */
  previousLeafId: string | null;
}

/** Plans the additions. Null when the replaced message is not on the current branch or answers no question. */
export async function planAppend(
  database: Database,
  request: AcceptRequest,
  conversation: ConversationDocument | null,
): Promise<BranchAppend | null> {
  const { now, replaces } = request;
  const timestamp = new Date(now).toISOString();
  const seed: Message[] = conversation ? [] : request.seed.map((turn) => ({ ...turn, timestamp, status: 'complete' }));
  const ends = conversation?.leafId ?? seed.at(-1)?.id ?? null;
  const place =
    replaces === undefined
      ? { parentId: ends, questionId: null }
      : turnBack(conversation ? await readPlaces(database, conversation) : placesOf(seed), ends, replaces);
  if (!place) return null;

  const question = place.questionId === null ? newQuestion(request, await replacedBody(database, request)) : null;
  const reply = emptyReply(request);
  const added = question ? [question, reply] : [reply];
  const made = [...seed, ...added];
  const parents = [...parentsOf(seed, null), ...parentsOf(added, place.parentId)];
  const firstOrd = conversation?.nextOrd ?? 0;
  return {
    made,
    documents: made.map((message, index) => toDocument(request, message, parents[index] ?? null, firstOrd + index)),
    followedId: conversation?.hasBareReplies ? place.parentId : null,
    questionId: place.questionId ?? request.userMessageId,
    attachments: question?.attachments ?? [],
    previousImageUrl: question?.previousImageUrl,
    leafId: reply.id,
    nextOrd: firstOrd + made.length,
    previousLeafId: replaces === undefined ? null : ends,
  };
}

/**
 * Walks up from the end of the branch to the replaced message. Returns the parent for the next message, and the
 * question if it is answered again.
 */
function turnBack(
  places: Map<string, Pick<Place, 'parentId' | 'isUser'>>,
  from: string | null,
  replaced: string,
): { parentId: string | null; questionId: string | null } | null {
  let at = from;
  while (at !== null && at !== replaced) at = places.get(at)?.parentId ?? null;
  const place = at === null ? undefined : places.get(at);
  if (!place) return null;
  if (place.isUser) return { parentId: place.parentId, questionId: null };
  const isAnswer = place.parentId !== null && places.get(place.parentId)?.isUser;
  return isAnswer ? { parentId: place.parentId, questionId: place.parentId } : null;
}

function placesOf(seed: Message[]) {
  const parents = parentsOf(seed, null);
  return new Map(seed.map(({ id, isUser }, index) => [id, { parentId: parents[index] ?? null, isUser }]));
}

/** The parents of consecutive messages. */
function parentsOf(chain: Message[], first: string | null): (string | null)[] {
  return chain.map((_, index) => chain[index - 1]?.id ?? first);
}

async function replacedBody(database: Database, { userId, replaces }: AcceptRequest): Promise<Extras> {
  if (replaces === undefined) return {};
  return (await database.of(messages).findOne({ _id: keyOf(userId, replaces) }))?.body ?? {};
}

function toDocument(
  { userId, conversationId }: AcceptRequest,
  message: Message,
  parentId: string | null,
  ord: number,
): MessageDocument {
  const place = { _id: keyOf(userId, message.id), userId, conversationId, parentId, ord };
  return { ...place, isUser: message.isUser, counts: countsAsVersion(message), body: toBody(message) };
}
