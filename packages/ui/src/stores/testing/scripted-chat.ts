import { createChatStore } from '../chat/chat-store.ts';
import * as sync from '../sync/handle-user-event.ts';
import * as lazyActions from '../chat/lazy-actions.chunk.ts';
import * as offline from '../offline/offline.chunk.ts';
import { memoryStorage } from './memory-storage.ts';
import { ScriptedApi } from './scripted-api.ts';
import { settled } from './settled.ts';

/** A scripted server and storage, and the chats opened on them one after the other. */
export class ScriptedChat {
  readonly api = new ScriptedApi();
  readonly storage = memoryStorage();
  /** Loads the chunk of lazy actions. */
  loadLazyActions = () => Promise.resolve(lazyActions);
  /** Loads the offline chunk. */
  loadOffline = () => Promise.resolve(offline);
  /** How often `enableOffline` was called. */
  offlineEnabled = 0;
  isReached = true;
  checkReach = () => Promise.resolve(this.isReached);
  #ids = 0;
  readonly #stores: ReturnType<typeof createChatStore>[] = [];

  open() {
    const store = createChatStore({
      api: this.api,
      storage: this.storage,
      now: Date.now,
      newId: () => `local-${++this.#ids}`,
      random: () => 0.5,
      loadLazyActions: () => this.loadLazyActions(),
      isReached: () => this.isReached,
      checkReach: () => this.checkReach(),
      loadOffline: () => this.loadOffline(),
      enableOffline: () => void this.offlineEnabled++,
      loadSync: () => Promise.resolve(sync),
      schedule: (task) => setTimeout(task, 16),
    });
    this.#stores.push(store);
    return {
      store,
      act: store.getState(),
      get state() {
        return store.getState();
      },
      texts(id: string) {
        const { threads, messages } = store.getState();
        return threads[id]?.messageIds.map((key) => messages[key]?.text);
      },
    };
  }

  /** Ends all opened chats, which otherwise go on by themselves, for example with caching. */
  endAll(): void {
    for (const store of this.#stores) store.getState().reset('expired');
  }

  async signedIn() {
    const chat = this.open();
    await chat.act.start('ada');
    return chat;
  }

  /** Starts a conversation whose first message is unanswered. */
  async asking(text = 'Why?') {
    const chat = await this.signedIn();
    const id = chat.act.newConversation();
    chat.act.setDraft(id, text);
    const sent = chat.act.send(id, text);
    await settled();
    return { chat, id, sent };
  }
}
