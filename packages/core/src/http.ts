import type { Conversation, ConversationWithMessages } from './conversation.ts';
import type { ErrorCode } from './errors.ts';
import type { Message } from './message.ts';
import type { Capabilities, ModeId } from './modes.ts';
import type { SubscriptionTier } from './subscription.ts';
import type { Usage } from './usage.ts';

/** The user as every client sees it. */
export interface User {
  _id: string;
  email: string;
  subscriptionTier: SubscriptionTier;
  subscriptionStatus: string | null;
  /** ISO 8601: the end of the paid period, not of the usage window. */
  usagePeriodEnd: string | null;
  isAdmin: boolean;
  emailVerified: boolean;
}

/** The one shape of every error; `message` and `error` are the same sentence. */
export interface ErrorBody {
  success: false;
  code: ErrorCode;
  message: string;
  error: string;
}

/** POST /api/auth/register, POST /api/auth/login */
export interface CredentialsRequest {
  email: string;
  password: string;
}

export interface SignedInResponse {
  success: true;
  token: string;
  user: User;
}

/** GET /api/auth/me */
export type MeResponse = { success: true; user: User } | { success: false; user: null };

/** GET /api/chat/history?limit=&before=&messages=none */
export interface HistoryResponse {
  success: true;
  conversations: ConversationWithMessages[];
  /** Give as `before` to get the next page; null on the last one. */
  nextBefore: string | null;
}

/** GET /api/chat/{id}?limit=&before= */
export interface ConversationResponse {
  success: true;
  conversation: Conversation;
  /** A page from the end, oldest first. */
  messages: Message[];
  /** Give as `before` to get the page of older messages; null when there are none. */
  nextBefore: string | null;
}

/** GET /api/chat/usage */
export type UsageResponse = { success: true } & Usage;

/** GET /api/chat/active */
export interface ActiveResponse {
  success: true;
  replies: ActiveReply[];
}

export interface ActiveReply {
  generationId: string;
  conversationId: string;
  assistantMessageId: string;
}

/** POST /api/chat/stream: the spec's body, the API page's short `text`, and our `clientMessageId`. */
export interface StreamRequest {
  conversationId: string;
  text?: string;
  messages?: { role: 'user' | 'assistant'; content: string }[];
  selectedTool?: ModeId;
  isRegeneration?: boolean;
  originalMessageId?: string;
  /** UUID made once per press of Send; the same id again attaches to the same reply and counts nothing. */
  clientMessageId?: string;
}

/** POST /api/chat/stream/{generationId}/stop: sent when the model's socket is closed and the text is stored. */
export interface StopResponse {
  success: true;
  status: Message['status'];
}

/** GET /api/capabilities */
export type CapabilitiesResponse = { success: true } & Capabilities;
