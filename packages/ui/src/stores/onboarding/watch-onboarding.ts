import { hasAnswer, isCounted, type Message, type OnboardingResponse, type User } from '@parley/core';
import type { ChatState, Notice } from '../chat/chat-state.ts';
import type { ChatStore } from '../chat/chat-store.ts';
import type { Client } from '../client.ts';
import type { OnboardingReason } from './onboarding-store.ts';
import { readStored } from '../storage/stored-json.ts';
import { onboardingKey } from './suggested-prompts.ts';

/** What the onboarding is to be opened with. */
export interface OnboardingCall {
  reason: OnboardingReason;
  /** What the server knows of this user's way through it; null where it could not be asked. */
  known: OnboardingResponse | null;
}

interface OnboardingWatch {
  client: Pick<Client, 'api' | 'session' | 'platform'>;
  chat: ChatStore;
  user: User;
  /** Whether the user comes back from paying: there is nothing left to win them for. */
  hasPaid: boolean;
  onCall: (call: OnboardingCall) => void;
}

const handledNotices = new WeakSet<Notice>();
/** Chats that were watched before: what was over by then is not looked at again. */
const watched = new WeakSet<ChatStore>();

/**
 * Calls for the onboarding when it is to be shown to this user: once by itself, until it was closed somewhere, and when
 * the free messages are used up, where the last of them was sent. Never for admins and Premium. Returns what ends it.
 */
export function watchOnboarding({ client, chat, user, hasPaid, onCall }: OnboardingWatch): () => void {
  const { api, session, platform } = client;
  let isOver = false;
  const isOffered = (): boolean => {
    const { user: now } = session.getState();
    return !isOver && now?._id === user._id && isCounted(now);
  };
  const keep = (saved: OnboardingResponse): void => keepOnboarding(client, chat, user._id, saved);

  async function begin(): Promise<void> {
    const { hasSeen, isTold } = readStored(platform.storage, onboardingKey(user._id));
    if (hasSeen === true && isTold !== false) return;
    if (hasPaid || hasSeen === true) {
      keep(await api.saveOnboarding({ hasSeen: true }));
      return;
    }
    const known = await api.onboarding();
    if (isOver) return;
    keep(known);
    if (!known.hasSeen && isOffered()) onCall({ reason: 'first-visit', known });
  }

  async function callAtLimit(): Promise<void> {
    if (!platform.settings.takesPayments || !isOffered()) return;
    const known = await api.onboarding().catch(() => null);
    if (isOffered()) onCall({ reason: 'limit', known });
  }

  const handleChange = (state: ChatState, before: ChatState | null): void => {
    const { notice, usage } = state;
    const isRefused = notice?.kind === 'limit' && !handledNotices.has(notice);
    if (isRefused) handledNotices.add(notice);
    const isReached = usage?.isLimitReached === true && (before ? wasAnswered(state, before) : hasAnswered(state));
    if (isRefused || isReached) void callAtLimit();
  };

  const forget = chat.subscribe(handleChange);
  handleChange(chat.getState(), watched.has(chat) ? chat.getState() : null);
  watched.add(chat);
  // The next visit asks again.
  if (isOffered() || hasPaid) begin().catch(() => {});
  return () => {
    isOver = true;
    forget();
  };
}

/** Whether a message that was sent from this page has just got its reply. What other devices send is followed here as well. */
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

/** What was asked for here keeps the key that it had before the server knew it; what failed or came to nothing is given back. */
function isOwnAnswer(key: string, message: Message | undefined): boolean {
  if (!message || message.isUser || message.id === key) return false;
  return message.status === 'complete' || (message.status === 'stopped' && hasAnswer(message));
}

/** Takes over what the server has kept: on this machine, and in the chat. Of anybody but who is signed in it keeps nothing. */
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

/** Notes on this machine that it was closed, until the server has noted it as well. */
export function noteClosed({ platform }: Pick<Client, 'platform'>, userId: string): void {
  const key = onboardingKey(userId);
  const { prompts = [] } = readStored(platform.storage, key);
  platform.storage.set(key, JSON.stringify({ hasSeen: true, isTold: false, prompts }));
}
