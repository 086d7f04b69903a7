import type { Attachment } from './attachments.ts';
import type { Conversation, ConversationWithMessages } from './conversation.ts';
import type { ErrorCode } from './errors.ts';
import type { InfoPageContent } from './pages/info-pages.ts';
import type { Message } from './message.ts';
import type { Capabilities, ModeId } from './modes.ts';
import type { GoalId, OnboardingAnswers, OnboardingStepId, SuggestedPrompt } from './onboarding.ts';
import type { ProductSettings } from './product.ts';
import type { StatusPart } from './status.ts';
import type { SubscriptionTier } from './subscription.ts';
import type { Usage } from './usage.ts';

/** The user as every client sees it. */
export interface User {
  _id: string;
  /** Empty for an account that was opened with Apple and without an address. */
  email: string;
  subscriptionTier: SubscriptionTier;
  subscriptionStatus: string | null;
  /** ISO 8601: the end of the paid period, not of the usage window. */
  usagePeriodEnd: string | null;
  /** ISO 8601: when a subscription that was cancelled ends; absent while it renews. */
  cancelAt?: string;
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

/** POST /api/auth/apple: what Apple's script gave to a page. */
export interface AppleRequest {
  idToken: string;
  /** What the page made; the token carries its SHA-256 in hexadecimal digits. */
  nonce?: string;
  code?: string;
  /** Told by Apple at the first consent only. */
  name?: { firstName?: string; lastName?: string };
}

/** POST /api/auth/apple/exchange: what Apple sent the browser back with. */
export interface AppleExchangeRequest {
  code: string;
  state: string;
}

/** POST /api/auth/apple/start: where to send a person whose browser lets no popup open. */
export interface AppleStartResponse {
  success: true;
  url: string;
}

/** GET /api/auth/me */
export type MeResponse = { success: true; user: User } | { success: false; user: null };

/** GET /api/chat/history?limit=&before=&messages=none&only=pinned|archived; without `only`, all that are not archived */
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

/** PATCH /api/chat/{id}: what is absent stays as it is. A title given here is never replaced by one of the model's. */
export interface ConversationPatch {
  title?: string;
  pinned?: boolean;
  archived?: boolean;
  webSearchEnabled?: boolean;
  thinkingModeEnabled?: boolean;
}

/** PATCH /api/chat/{id}, POST /api/chat/{id}/restore */
export interface ChangedConversationResponse {
  success: true;
  conversation: Conversation;
}

/** GET /api/chat/search?q=&limit= : best first; every word must be there, the last one may be a beginning. */
export interface SearchResponse {
  success: true;
  hits: SearchHit[];
}

export interface SearchHit {
  conversationId: string;
  title: string;
  /** Null where the title was found. */
  messageId: string | null;
  isUser: boolean;
  /** The words around the hit. */
  snippet: string;
  /** What was found in `snippet`: start and end, in UTF-16 units, in order. */
  marks: [number, number][];
  /** ISO 8601, of the message or of the conversation's last one. */
  timestamp: string;
}

/** POST /api/chat/{id}/versions/{messageId}: makes the branch of this message the current one; answers with its end. */
export type ShowVersionResponse = ConversationResponse;

/** POST /api/files?name= with the bytes as the body */
export interface UploadResponse {
  success: true;
  file: Attachment;
}

/** GET /api/files/{id}/text */
export interface FileTextResponse {
  success: true;
  text: string;
  isCut: boolean;
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
  /** On regeneration: the reply to be written again, or the question that `text` (and `attachmentIds`) takes the place of. */
  originalMessageId?: string;
  /** Uploads that come with the question. Where a question is replaced, absent keeps the attachments it had. */
  attachmentIds?: string[];
  /** The spec's ways to attach: a picture, and a document's name with its text or, for a PDF, its data URI. At most 32 MB in all; without them a request may have 1 MB. */
  base64ImageDataUri?: string | null;
  documentName?: string | null;
  documentContent?: string | null;
  /** In Image mode: the address of the earlier picture that shall be changed; another user's is treated as unknown. */
  previousImageUrl?: string | null;
  /** UUID made once per press of Send; the same id again attaches to the same reply and counts nothing. */
  clientMessageId?: string;
}

/**
 * POST /api/chat/stream/{generationId}/stop: sent when the model's socket is closed and the text is stored; with 202 and
 * `stopping` when that is not known yet, but will be: the reply's last event tells.
 */
export interface StopResponse {
  success: true;
  status: Message['status'] | 'stopping';
}

/** GET /api/capabilities */
export type CapabilitiesResponse = { success: true } & Capabilities;

/** GET /api/content/{page} */
export type ContentResponse = { success: true } & InfoPageContent;

/** GET /api/settings: for clients that the server sends no page to. */
export interface SettingsResponse {
  success: true;
  settings: ProductSettings;
}

/** GET /api/status */
export interface StatusResponse {
  success: true;
  parts: StatusPart[];
}

/** GET and PUT /api/onboarding: how far somebody has come in the onboarding. */
export interface OnboardingResponse {
  success: true;
  answers: OnboardingAnswers;
  /** Where to go on. */
  step: OnboardingStepId;
  /** Whether it was closed or skipped before; it never shows by itself again then. */
  hasSeen: boolean;
  /** Whether the one demo of the account is left. */
  hasDemo: boolean;
  /** What an empty chat suggests first, from the answers. */
  prompts: SuggestedPrompt[];
}

/** PUT /api/onboarding: what is absent stays as it is. `answers` are all of them. */
export interface OnboardingRequest {
  answers?: OnboardingAnswers | undefined;
  step?: OnboardingStepId | undefined;
  /** Once seen, always seen. */
  hasSeen?: true | undefined;
}

/** POST /api/onboarding/demo: answers the demo's question for this goal with the events of a reply. Counts no message. */
export interface OnboardingDemoRequest {
  goal: GoalId;
}
