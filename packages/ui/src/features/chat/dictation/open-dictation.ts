import type { ChatStore } from '../../../stores/chat/chat-store.ts';
import type { Client } from '../../../stores/client.ts';
import { changeUnfinished, isUnfinished } from '../../../stores/dictation/unfinished-dictations.ts';
import { openStoredRecording, type StoredRecording } from '../../../stores/dictation/stored-recording.ts';
import { createDictation, type Dictation } from './create-dictation.ts';
import { insertWords } from './insert-words.ts';
import { createTabLock } from './tab-lock.ts';

/** Where a dictation is shown. */
export interface DictationView {
  /** The box with the draft. */
  box: HTMLTextAreaElement | null;
  /** Called when the dictation has ended. */
  onEnd(): void;
}

export interface OpenDictation extends Dictation {
  /**
   * Shows the dictation; returns a function that hides it. A hidden one stops recording and transcribes, and is shown
   * again if that failed. One of a temporary chat is discarded.
   */
  show(view: DictationView): () => void;
}

/** For temporary chats, of which nothing is stored. */
const NOT_STORED: StoredRecording = { put: async () => {}, pieces: async () => [], delete: async () => {} };

/** The dictations of each chat, by conversation. */
const OPEN = new WeakMap<ChatStore, Map<string, OpenDictation>>();

/** Returns the dictation of this conversation, which begins to record if there was none. */
export function openDictation(client: Client, chat: ChatStore, conversationId: string): OpenDictation {
  const open = OPEN.get(chat) ?? new Map<string, OpenDictation>();
  OPEN.set(chat, open);
  return open.get(conversationId) ?? begin(client, chat, conversationId, open);
}

function begin(
  client: Client,
  chat: ChatStore,
  conversationId: string,
  open: Map<string, OpenDictation>,
): OpenDictation {
  const { api, platform } = client;
  const isTemporary = chat.getState().isTemporary === true;
  let view: DictationView | null = null;

  function onWords(words: string): void {
    const { drafts, setDraft } = chat.getState();
    const draft = drafts[conversationId] ?? '';
    const box = view?.box ?? null;
    const { text, end } = insertWords(draft, words, box ? box.selectionEnd : draft.length);
    setDraft(conversationId, text);
    requestAnimationFrame(() => {
      if (!box?.isConnected) return;
      // On a phone the focus would open the keyboard.
      if (matchMedia('(hover: hover)').matches) box.focus({ preventScroll: true });
      box.setSelectionRange(end, end);
    });
  }

  /** Lists the conversation as unfinished from its first piece on. */
  function listed(recording: StoredRecording): StoredRecording {
    return {
      ...recording,
      put(index, piece, signal) {
        changeUnfinished(platform.storage, conversationId, true);
        return recording.put(index, piece, signal);
      },
    };
  }

  const userId = client.session.getState().user?._id ?? '';
  const stored = isTemporary ? NOT_STORED : listed(openStoredRecording(userId, conversationId));
  const lock = createTabLock(`dictation:${conversationId}`);
  const dictation = createDictation({
    stored,
    lock,
    transcribe: async (recording, signal) => (await api.audio()).transcribe(recording, signal),
    onWords,
    onEnd() {
      open.delete(conversationId);
      // Otherwise it is another tab's.
      if (lock.isHeld) {
        void stored.delete();
        changeUnfinished(platform.storage, conversationId, false);
      }
      lock.close();
      stopWatching();
      view?.onEnd();
    },
  });
  const stopWatching = client.beforeSessionEnds((why) => {
    if (why === 'signed-out') dictation.cancel();
  });

  function leave(): void {
    if (view) return;
    const state = dictation.store.getState();
    if (isTemporary || state.step === 'starting' || (state.step === 'problem' && !state.hasRecording)) {
      dictation.cancel();
    } else {
      void dictation.finish();
    }
  }

  const opened: OpenDictation = {
    ...dictation,
    show(shown) {
      view = shown;
      return () => {
        view = null;
        // React may show it again at once.
        setTimeout(leave);
      };
    },
  };
  open.set(conversationId, opened);
  void (isUnfinished(platform.storage, conversationId) ? dictation.resume() : dictation.record());
  return opened;
}
