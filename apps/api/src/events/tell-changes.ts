import type { ReplyRecord, Storage } from '../storage/storage.ts';
import type { UserEvents } from './user-events.ts';

type Running = Pick<ReplyRecord, 'generationId' | 'userId' | 'conversationId'>;

/**
 * Decorates the storage so that every change publishes an event to the user's clients, whichever code path makes it.
 * Subscription changes are the exception: billing publishes those.
 */
export function tellChanges(storage: Storage, events: Pick<UserEvents, 'tell'>): Storage {
  const { users, conversations, replies } = storage;
  /** Replies being written by this process, by generation id. */
  const running = new Map<string, Running>();

  const tellUser = (userId: string) => events.tell(userId, { type: 'user' });
  const tellConversation = (userId: string, conversationId: string) =>
    events.tell(userId, { type: 'conversation', conversationId });
  const tellEnded = ({ userId, conversationId, generationId }: Running) => {
    events.tell(userId, { type: 'reply-ended', conversationId, generationId });
    tellConversation(userId, conversationId);
    events.tell(userId, { type: 'usage' });
  };

  return {
    ...storage,
    users: {
      ...users,
      async setVerified(id, email) {
        const isTheirs = await users.setVerified(id, email);
        if (isTheirs) tellUser(id);
        return isTheirs;
      },
      async setEmail(id, email) {
        const isSet = await users.setEmail(id, email);
        if (isSet) tellUser(id);
        return isSet;
      },
    },
    conversations: {
      ...conversations,
      async update(userId, id, patch) {
        const changed = await conversations.update(userId, id, patch);
        if (changed) tellConversation(userId, id);
        return changed;
      },
      async nameByModel(userId, id, title) {
        const isNamed = await conversations.nameByModel(userId, id, title);
        if (isNamed) tellConversation(userId, id);
        return isNamed;
      },
      async showVersion(userId, id, messageId) {
        const outcome = await conversations.showVersion(userId, id, messageId);
        if (outcome === 'shown') tellConversation(userId, id);
        return outcome;
      },
      async delete(userId, id, now) {
        const isKnown = await conversations.delete(userId, id, now);
        if (isKnown) tellConversation(userId, id);
        return isKnown;
      },
      async restore(userId, id, deletedSince) {
        const restored = await conversations.restore(userId, id, deletedSince);
        if (restored) tellConversation(userId, id);
        return restored;
      },
    },
    replies: {
      ...replies,
      async accept(request) {
        const result = await replies.accept(request);
        if (result.outcome !== 'accepted') return result;
        const { userId, conversationId, generationId, userMessageId, assistantMessageId } = result.reply;
        running.set(generationId, result.reply);
        const ids = { conversationId, generationId, userMessageId, assistantMessageId };
        events.tell(userId, { type: 'reply-started', ...ids });
        tellConversation(userId, conversationId);
        events.tell(userId, { type: 'usage' });
        return result;
      },
      async checkpoint(checkpoints) {
        const { ended } = await replies.checkpoint(checkpoints);
        // The process that ended them publishes the event.
        for (const generationId of ended) running.delete(generationId);
        return { ended };
      },
      async end(end) {
        const isFirst = await replies.end(end);
        const reply = running.get(end.generationId);
        running.delete(end.generationId);
        if (isFirst && reply) tellEnded(reply);
        return isFirst;
      },
      async recoverReplies(owners, now, error) {
        const interrupted = await replies.recoverReplies(owners, now, error);
        for (const reply of interrupted) tellEnded(reply);
        return interrupted;
      },
    },
  };
}
