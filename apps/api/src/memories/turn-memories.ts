import type { Message } from '@parley/core';
import type { MemoryRecord, MemoryStore } from '../storage/storage.ts';
import { addMemory } from './memories.ts';

/** The asking user's memories during one reply. The model refers to them by their places in the list, from 1. */
export interface TurnMemories {
  known: readonly MemoryRecord[];
  /**
   * Whether the model may change them. Not once words of strangers are in its context: a document, a picture or a page
   * could ask it to.
   */
  mayChange: boolean;
  /** Throws `invalid-request` when there is no room. */
  remember(text: string): Promise<void>;
  /** False when there is no such memory. */
  correct(place: number, text: string): Promise<boolean>;
  forget(place: number): Promise<boolean>;
}

/** Makes the memories that a user has, `known`, usable for the reply `messageId`. */
export function openMemories(
  memories: MemoryStore,
  known: readonly MemoryRecord[],
  at: { userId: string; conversationId: string; messageId: string },
  mayChange: boolean,
  now: number,
): TurnMemories {
  const { userId } = at;
  const idAt = (place: number) => known[place - 1]?.id;
  return {
    known,
    mayChange,
    remember: (text) => addMemory(memories, { ...at, text }, now),
    async correct(place, text) {
      const id = idAt(place);
      return id !== undefined && memories.update(userId, id, text, now);
    },
    async forget(place) {
      const id = idAt(place);
      return id !== undefined && (await memories.remove(userId, [id])) > 0;
    },
  };
}

/** Whether a message brought words of strangers into the conversation: with a file, a page or a search. */
export function bringsStrangers({ attachments = [], sources = [], mode }: Message): boolean {
  return attachments.length > 0 || sources.length > 0 || mode === 'web_search';
}
