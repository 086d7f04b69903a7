import { LISTS, type ListName } from '@parley/core';
import type { ChatState } from './chat-state.ts';
import { readModes } from './send/mode-of.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';

/** The state of a chat before anything is loaded, with the chosen modes. */
export function initialChat(storage: KeyValueStorage): ChatState {
  return {
    historyStatus: 'loading',
    conversations: [],
    nextBefore: null,
    threads: {},
    messages: {},
    usage: null,
    modes: readModes(storage),
    drafts: {},
    attachments: {},
    editing: null,
    queued: {},
    startsNewImage: {},
    capabilities: null,
    prompts: [],
    deleted: null,
    notice: null,
    changeCount: 0,
    listChanges: Object.fromEntries(LISTS.map((name) => [name, 0])) as Record<ListName, number>,
    projects: null,
    startsIn: {},
    memories: {},
  };
}
