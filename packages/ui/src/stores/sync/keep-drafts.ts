import type { ChatStore } from '../chat/chat-store.ts';
import type { Client } from '../client.ts';
import { storeDraft } from '../chat/send/drafts.ts';
import { TOKEN_KEY } from '../session/session-store.ts';
import { readStoredTexts } from '../storage/stored-json.ts';

type Part = Pick<Client, 'platform' | 'session'>;

/**
 * Tabs share one stored draft per conversation. When another tab removes it, because it sent its own text, or when this
 * page is left, for example by a reload, the text that was typed here is stored again. Returns a function that ends it.
 */
export function keepDrafts({ platform: { storage }, session }: Part, chat: ChatStore, userId: string): () => void {
  const key = `drafts:${userId}`;
  const { token } = session.getState();
  const { drafts: loaded } = chat.getState();
  // A sign-out removes the token first, and then the drafts for good.
  const isOver = () => storage.get(TOKEN_KEY) !== token;
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== key || isOver()) return;
    const stored = readStoredTexts(storage, key);
    const { drafts } = chat.getState();
    for (const [id, removed] of Object.entries(readStoredTexts({ ...storage, get: () => event.oldValue }, key))) {
      const own = drafts[id] ?? '';
      // The other tab has continued and sent what this tab shows.
      const isSent = removed.startsWith(own) || own === loaded[id];
      if (stored[id] === undefined && !isSent) storeDraft(storage, key, id, own);
    }
  };
  const onHide = (): void => {
    if (isOver()) return;
    const stored = readStoredTexts(storage, key);
    for (const [id, own] of Object.entries(chat.getState().drafts)) {
      const isReplaced = stored[id] !== undefined && !stored[id].startsWith(own);
      if (isReplaced && own !== loaded[id]) storeDraft(storage, key, id, own);
    }
  };
  addEventListener('storage', onStorage);
  addEventListener('pagehide', onHide);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pagehide', onHide);
  };
}
