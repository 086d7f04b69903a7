import type { EndedReply } from '../../../platform.ts';
import type { KeyValueStorage } from '../../storage/stored-json.ts';
import type { ChatStore } from '../chat-store.ts';
import { notifyEndedReplies } from './notify-ended-replies.ts';

/** Milliseconds after which a reply has taken long. */
const LONG = 10_000;
const CHOICE_KEY = 'reply-notifications';

/** `unasked`: the user has not chosen yet. `blocked`: the browser allows none. */
export type NotificationChoice = 'on' | 'off' | 'unasked' | 'blocked' | 'unavailable';

/** Reads whether this browser shows notifications of replies. */
export function readNotificationChoice(storage: KeyValueStorage): NotificationChoice {
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator)) return 'unavailable';
  if (Notification.permission === 'denied') return 'blocked';
  if (storage.get(CHOICE_KEY) === 'off') return 'off';
  return Notification.permission === 'granted' ? 'on' : 'unasked';
}

/** Turns notifications on, for which the browser may ask, or off. Call it in the handler of a press. */
export async function chooseNotifications(storage: KeyValueStorage, choice: 'on' | 'off'): Promise<void> {
  storage.set(CHOICE_KEY, choice);
  if (choice === 'on') await Notification.requestPermission();
}

/**
 * Notifies the user of replies that end while the page is hidden. Until the user has chosen, calls `onOffer` instead
 * after a reply that took long. Returns a function that ends it.
 */
export function notifyHiddenReplies(chat: ChatStore, storage: KeyValueStorage, onOffer: () => void): () => void {
  const startedAt = new Map<string, number>();
  const stopTiming = chat.subscribe((now, before) => {
    if (now.threads === before.threads) return;
    for (const [id, { reply }] of Object.entries(now.threads)) {
      if (reply && !before.threads[id]?.reply) startedAt.set(id, Date.now());
    }
  });
  const stopNotifying = notifyEndedReplies(chat, {
    replyEnded(reply) {
      const duration = Date.now() - (startedAt.get(reply.conversationId) ?? Date.now());
      startedAt.delete(reply.conversationId);
      if (document.visibilityState === 'visible') return;
      const choice = readNotificationChoice(storage);
      if (choice === 'on') void show(reply);
      else if (choice === 'unasked' && duration >= LONG) onOffer();
    },
  });
  return () => {
    stopTiming();
    stopNotifying();
  };
}

/** Shows a notification through the service worker, which opens the conversation when it is clicked. */
async function show({ conversationId, title, text }: EndedReply): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  // Several hidden tabs follow the same reply: they share one notification.
  const options = { body: text, tag: conversationId, icon: '/favicon.svg', data: { conversationId } };
  // The permission may have been withdrawn in this moment.
  await worker?.showNotification(title, options).catch(() => {});
}
