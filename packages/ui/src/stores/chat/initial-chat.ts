import { DEFAULT_MODE, isModeId } from '@parley/core';
import type { ChatState } from './chat-state.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';

/** Under which the mode of the last question is kept. */
export const MODE_KEY = 'selected-tool';

/** A chat of which nothing is known yet but the mode that was used last. */
export function initialChat(storage: KeyValueStorage): ChatState {
  const mode = storage.get(MODE_KEY);
  return {
    historyStatus: 'loading',
    conversations: [],
    nextBefore: null,
    threads: {},
    messages: {},
    usage: null,
    mode: isModeId(mode) ? mode : DEFAULT_MODE,
    drafts: {},
    attachments: {},
    editing: null,
    queued: {},
    startsNewImage: {},
    capabilities: null,
    prompts: [],
    deleted: null,
    notice: null,
  };
}
