import { DEFAULT_MODE, isModeId } from '@parley/core';
import type { ChatState } from './chat-state.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';

/** Local storage key of the last used mode. */
export const MODE_KEY = 'selected-tool';

/** The state of a chat before anything is loaded, with the last used mode. */
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
