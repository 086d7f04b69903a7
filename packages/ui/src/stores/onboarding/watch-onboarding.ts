import { hasAnswer, isCounted, type Message, type OnboardingResponse, type User } from '@parley/core';
import { isDialogOpen } from '../../kit/overlays/open-overlays.ts';
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
  /** Called once it is known whether the onboarding is offered by itself. */
  onSettled?: (isOffered: boolean) => void;
  /** Resolves after this many milliseconds in which the page was visible. */
  waitVisibly?: (ms: number) => Promise<void>;
  /** Whether a dialog is open, such as the question whether the user accepts the terms. */
  isCovered?: () => boolean;
}

const handledNotices = new WeakSet<Notice>();
/** Chats that were watched before, whose earlier replies are not evaluated again. */
const watched = new WeakSet<ChatStore>();

/**
 * Requests the onboarding for this user: by itself until it was closed on any device, and when the free messages are
 * used up, on the page that sent the last one. Never for admins and Premium. Returns a function that unsubscribes.
 */
export function watchOnboarding(watch: OnboardingWatch): () => void {
  const { client, chat, user, hasPaid, onOffer, onSettled = () => {} } = watch;
  const { waitVisibly = visibly, isCovered = isDialogOpen } = watch;
  const { api, session, platform } = client;
  let isOver = false;
  const isOffered = (): boolean => {
    const { user: now } = session.getState();
    return !isOver && now?._id === user._id && isCounted(now);
  };
  const keep = (saved: OnboardingResponse): void => keepOnboarding(client, chat, user._id, saved);

  /** Resolves with whether the onboarding was offered. */
  async function begin(): Promise<boolean> {
    const { hasSeen, isSavedOnServer } = readStored(platform.storage, onboardingKey(user._id));
    if (hasSeen === true && isSavedOnServer !== false) return false;
    if (hasPaid || hasSeen === true) {
      keep(await api.saveOnboarding({ hasSeen: true }));
      return false;
    }
    const known = await api.onboarding();
    while (isCovered() && !isOver) await waitVisibly(STEP);
    if (isOver) return false;
    keep(known);
    // The next visit offers it to a user who is writing already.
    const isDue = !known.hasSeen && isOffered() && !isWriting(chat.getState());
    if (isDue) onOffer({ reason: 'first-visit', known });
    return isDue;
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
    if (isRefused) void offerAtLimit();
    else if (isReached) void waitVisibly(readingTime(state)).then(offerAtLimit);
  };

  const forget = chat.subscribe(handleChange);
  handleChange(chat.getState(), watched.has(chat) ? chat.getState() : null);
  watched.add(chat);
  // The next visit retries.
  if (isOffered() || hasPaid)
    void begin()
      .catch(() => false)
      .then(onSettled);
  else onSettled(false);
  return () => {
    isOver = true;
    forget();
  };
}

/** Whether the user has begun to write, or has sent a message. */
function isWriting({ drafts, threads }: ChatState): boolean {
  return (
    Object.values(drafts).some((draft) => draft !== '') ||
    Object.values(threads).some(({ messageIds }) => messageIds.length > 0)
  );
}

/** Milliseconds. */
const STEP = 250;
const LEAST_READING = 3000;
const MOST_READING = 20_000;
const PER_CHARACTER = 15;

/** Milliseconds to read the newest answer: the limit's dialog would cover it. */
function readingTime({ messages }: ChatState): number {
  const last = Object.entries(messages).findLast(([key, message]) => isOwnAnswer(key, message))?.[1];
  return Math.min(MOST_READING, LEAST_READING + PER_CHARACTER * (last?.text.length ?? 0));
}

async function visibly(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= document.visibilityState === 'visible' ? STEP : 0) {
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
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
