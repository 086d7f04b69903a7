import { hasAnswer, isCounted, type Message, type OnboardingResponse, type User } from '@parley/core';
import type { ChatState, Notice } from '../chat/chat-state.ts';
import type { ChatStore } from '../chat/chat-store.ts';
import type { Client } from '../client.ts';
import type { OnboardingReason } from './onboarding-store.ts';
import { readStored } from '../storage/stored-json.ts';
import { onboardingKey } from './suggested-prompts.ts';

/** A request to open the onboarding. */
export interface OnboardingOffer {
  reason: OnboardingReason;
  /** The user's saved progress; null if it could not be fetched. */
  known: OnboardingResponse | null;
}

interface OnboardingWatch {
  client: Pick<Client, 'api' | 'session' | 'platform'>;
  chat: ChatStore;
  user: User;
  /** Whether the user returns from a payment and needs no offer. */
  hasPaid: boolean;
  onOffer: (call: OnboardingOffer) => void;
}

const handledNotices = new WeakSet<Notice>();
/** Chats that were watched before, whose earlier replies are not evaluated again. */
const watched = new WeakSet<ChatStore>();

/**
 * Requests the onboarding for this user: by itself until it was closed on any device, and when the free messages are
 * used up, on the page that sent the last one. Never for admins and Premium. Returns a function that unsubscribes.
 */
export function watchOnboarding({ client, chat, user, hasPaid, onOffer }: OnboardingWatch): () => void {
  const { api, session, platform } = client;
  let isOver = false;
  const isOffered = (): boolean => {
    const { user: now } = session.getState();
    return !isOver && now?._id === user._id && isCounted(now);
  };
  const keep = (saved: OnboardingResponse): void => keepOnboarding(client, chat, user._id, saved);

  async function begin(): Promise<void> {
    const { hasSeen, isSavedOnServer } = readStored(platform.storage, onboardingKey(user._id));
    if (hasSeen === true && isSavedOnServer !== false) return;
    if (hasPaid || hasSeen === true) {
      keep(await api.saveOnboarding({ hasSeen: true }));
      return;
    }
    const known = await api.onboarding();
    if (isOver) return;
    keep(known);
    if (!known.hasSeen && isOffered()) onOffer({ reason: 'first-visit', known });
  }

  async function offerAtLimit(): Promise<void> {
    if (!platform.settings.takesPayments || !isOffered()) return;
    // Without an answer, the offer starts without the earlier answers.
    const known = await api.onboarding().catch(() => null);
    if (isOffered()) onOffer({ reason: 'limit', known });
  }

  const handleChange = (state: ChatState, before: ChatState | null): void => {
    const { notice, usage } = state;
    const isRefused = notice?.kind === 'limit' && !handledNotices.has(notice);
    if (isRefused) handledNotices.add(notice);
    const isReached = usage?.isLimitReached === true && (before ? wasAnswered(state, before) : hasAnswered(state));
    if (isRefused || isReached) void offerAtLimit();
  };

  const forget = chat.subscribe(handleChange);
  handleChange(chat.getState(), watched.has(chat) ? chat.getState() : null);
  watched.add(chat);
  // The next visit retries.
  if (isOffered() || hasPaid) begin().catch(() => {});
  return () => {
    isOver = true;
    forget();
  };
}

/**
 * Whether the reply to a message sent from this page has just ended. Replies to other devices are streamed here too.
 */
function wasAnswered({ threads, messages }: ChatState, before: ChatState): boolean {
  if (threads === before.threads) return false;
  const over = Object.entries(before.threads).flatMap(([id, { reply }]) =>
    reply && threads[id]?.reply === null ? [reply.messageId] : [],
  );
  return over.some((key) => isOwnAnswer(key, messages[key]));
}

function hasAnswered({ messages }: ChatState): boolean {
  return Object.entries(messages).some(([key, message]) => isOwnAnswer(key, message));
}

/** Messages sent here keep their client-generated key. Failed and empty replies are refunded. */
function isOwnAnswer(key: string, message: Message | undefined): boolean {
  if (!message || message.isUser || message.id === key) return false;
  return message.status === 'complete' || (message.status === 'stopped' && hasAnswer(message));
}

/** Stores the server's progress on this device and in the chat. Ignores any user but the signed-in one. */
export function keepOnboarding(
  { platform, session }: Pick<Client, 'platform' | 'session'>,
  chat: ChatStore,
  userId: string,
  { hasSeen, prompts }: Pick<OnboardingResponse, 'hasSeen' | 'prompts'>,
): void {
  if (session.getState().user?._id !== userId) return;
  platform.storage.set(onboardingKey(userId), JSON.stringify({ hasSeen, prompts }));
  chat.setState({ prompts });
}

/** Stores on this device that it was closed, until the server has saved that. */
export function noteClosed({ platform }: Pick<Client, 'platform'>, userId: string): void {
  const key = onboardingKey(userId);
  const { prompts = [] } = readStored(platform.storage, key);
  platform.storage.set(key, JSON.stringify({ hasSeen: true, isSavedOnServer: false, prompts }));
}
