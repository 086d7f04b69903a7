import { DEFAULT_MODE, isModeId, type ModeId } from '@parley/core';
import { readStored, writeStored, type KeyValueStorage } from '../../storage/stored-json.ts';
import type { ChatState } from '../chat-state.ts';

/** Local storage key of the chosen modes. */
export const MODE_KEY = 'selected-tool';
/** Conversations whose choice is stored; the others have the mode of their last question. */
const MAX_STORED = 50;

/** The mode of a conversation: the one chosen last, else that of its last question, else Normal. */
export function modeOf({ modes, threads, messages }: ChatState, conversationId: string): ModeId {
  const asked = threads[conversationId]?.messageIds.findLast((key) => messages[key]?.isUser);
  return modes[conversationId] ?? (asked === undefined ? undefined : messages[asked]?.mode) ?? DEFAULT_MODE;
}

export function readModes(storage: KeyValueStorage): Record<string, ModeId> {
  const modes: Record<string, ModeId> = {};
  for (const [id, mode] of Object.entries(readStored(storage, MODE_KEY))) if (isModeId(mode)) modes[id] = mode;
  return modes;
}

/** Stores the chosen mode of one conversation beside the others, which another tab may have changed. */
export function storeMode(storage: KeyValueStorage, conversationId: string, mode: ModeId): void {
  const { [conversationId]: _, ...others } = readModes(storage);
  const kept = Object.entries({ ...others, [conversationId]: mode }).slice(-MAX_STORED);
  writeStored(storage, MODE_KEY, Object.fromEntries(kept));
}
