import { AppError, type Message } from '@parley/core';
import type { MemoryRecord, Storage } from '../storage/storage.ts';
import { addMemory, changeMemory } from './memories.ts';

/** The asking user's memories during one reply. The model refers to them by their places in the list, from 1. */
export interface TurnMemories {
  known: readonly MemoryRecord[];
  /**
   * Whether the model may change them. Not once words of strangers are in its context: a document, a picture or a page
   * could ask it to.
   */
  mayChange: boolean;
  /** Throws `invalid-request` when there is no room. Each throws `forbidden` once the user has turned memories off. */
  remember(text: string): Promise<void>;
  /** False when there is no such memory. Throws `invalid-request` when there is no room. */
  correct(place: number, text: string): Promise<boolean>;
  forget(place: number): Promise<boolean>;
}

/** Makes the memories that a user has, `known`, usable for the reply `messageId`. */
export function openMemories(
  { memories, users }: Pick<Storage, 'memories' | 'users'>,
  known: readonly MemoryRecord[],
  at: { userId: string; conversationId: string; messageId: string },
  mayChange: boolean,
  now: number,
): TurnMemories {
  const { userId } = at;
  /** A reply may outlast the moment at which its user turns memories off. */
  const requireOn = async () => {
    if ((await users.findById(userId))?.keepsMemories) return;
    throw new AppError('forbidden', { message: 'The user has turned memories off.' });
  };
  const idAt = (place: number) => known[place - 1]?.id;
  return {
    known,
    mayChange,
    async remember(text) {
      await requireOn();
      await addMemory(memories, { ...at, text }, now);
    },
    async correct(place, text) {
      await requireOn();
      const id = idAt(place);
      return id !== undefined && changeMemory(memories, { userId, id, text }, now);
    },
    async forget(place) {
      await requireOn();
      const id = idAt(place);
      return id !== undefined && (await memories.remove(userId, [id])) > 0;
    },
  };
}

/** Whether a message brought words of strangers into the conversation: with a file, a page, a search or a project. */
export function bringsStrangers({ attachments = [], sources, fileSources, mode }: Message): boolean {
  return attachments.length > 0 || sources !== undefined || fileSources !== undefined || mode === 'web_search';
}
