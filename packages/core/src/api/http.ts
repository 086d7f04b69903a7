import type { Attachment } from '../chat/attachments.ts';
import type { Conversation, ConversationWithMessages } from '../chat/conversation.ts';
import type { ErrorCode } from '../http/errors.ts';
import type { InfoPageContent } from '../pages/info-pages.ts';
import type { Message } from '../chat/message.ts';
import type { Capabilities, ModeId } from '../chat/modes.ts';
import type { GoalId, OnboardingAnswers, OnboardingStepId, SuggestedPrompt } from '../onboarding/onboarding.ts';
import type { ProductSettings } from './product.ts';
import type { StatusPart } from './status.ts';
import type { SubscriptionTier } from '../billing/subscription.ts';
import type { Usage } from '../billing/usage.ts';

/** The user as every client sees it. */
export interface User {
  _id: string;
  /** Empty for an account that was opened with Apple and without an address. */
  email: string;
  subscriptionTier: SubscriptionTier;
  subscriptionStatus: string | null;
  /** ISO 8601: the end of the paid period, not of the usage window. */
  usagePeriodEnd: string | null;
  /** ISO 8601: when a canceled subscription ends; absent while it renews. */
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

/** POST /api/auth/apple: what Apple's script returned to the page. */
export interface AppleRequest {
  idToken: string;
  /** The page's nonce; the token carries its SHA-256 in hexadecimal digits. */
  nonce?: string;
  code?: string;
  /** Apple sends it at the first consent only. */
  name?: { firstName?: string; lastName?: string };
}

/** POST /api/auth/apple/exchange: the parameters of Apple's redirect. */
export interface AppleExchangeRequest {
  code: string;
  state: string;
}

/** POST /api/auth/apple/start: where to redirect a browser that blocks popups. */
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
  /** Pass it as `before` to get the next page; null on the last one. */
  nextBefore: string | null;
}

/** GET /api/chat/{id}?limit=&before= */
export interface ConversationResponse {
  success: true;
  conversation: Conversation;
  /** A page from the end, oldest first. */
  messages: Message[];
  /** Pass it as `before` to get the page of older messages; null when there are none. */
  nextBefore: string | null;
}

/** PATCH /api/chat/{id}: absent fields stay as they are. The model never replaces a title given here. */
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

/** GET /api/chat/search?q=&limit= : best first. Every word must match; the last one may be a prefix. */
export interface SearchResponse {
  success: true;
  hits: SearchHit[];
}

export interface SearchHit {
  conversationId: string;
  title: string;
  /** Null if the title matched. */
  messageId: string | null;
  isUser: boolean;
  /** The words around the match. */
  snippet: string;
  /** The matches in `snippet`: start and end in UTF-16 units, in order. */
  marks: [number, number][];
  /** ISO 8601: of the message, or of the conversation's last message if the title matched. */
  timestamp: string;
}

/** POST /api/chat/{id}/versions/{messageId}: switches to the branch of this message; answers with its last page. */
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
  /** On regeneration: the reply to write again, or the question that `text` (and `attachmentIds`) replaces. */
  originalMessageId?: string;
  /** Uploads that come with the question. If absent when a question is replaced, it keeps its attachments. */
  attachmentIds?: string[];
  /** The spec's ways to attach: a picture, and a document's name with its text or, for a PDF, its data URI. At most 32 MB in all; without them a request may have 1 MB. */
  base64ImageDataUri?: string | null;
  documentName?: string | null;
  documentContent?: string | null;
  /** In Image mode: the address of the earlier picture that shall be changed; another user's is treated as unknown. */
  previousImageUrl?: string | null;
  /** UUID made once per press of Send. The same id again attaches to the same reply and counts nothing. */
  clientMessageId?: string;
}

/**
 * POST /api/chat/stream/{generationId}/stop: answers once the model's socket is closed and the text is stored. Answers
 * 202 with `stopping` if another process has yet to confirm that; the reply's last event does.
 */
export interface StopResponse {
  success: true;
  status: Message['status'] | 'stopping';
}

/** GET /api/capabilities */
export type CapabilitiesResponse = { success: true } & Capabilities;

/** GET /api/content/{page} */
export type ContentResponse = { success: true } & InfoPageContent;

/** GET /api/settings: for clients whose page does not come from this server. */
export interface SettingsResponse {
  success: true;
  settings: ProductSettings;
}

/** GET /api/status */
export interface StatusResponse {
  success: true;
  parts: StatusPart[];
}

/** GET and PUT /api/onboarding: the user's progress. */
export interface OnboardingResponse {
  success: true;
  answers: OnboardingAnswers;
  /** The step to continue with. */
  step: OnboardingStepId;
  /** Whether it was closed or skipped before. It never opens by itself again then. */
  hasSeen: boolean;
  /** Whether the account still has its one demo. */
  hasDemo: boolean;
  /** The prompts that an empty chat suggests first, chosen from the answers. */
  prompts: SuggestedPrompt[];
}

/** PUT /api/onboarding: absent fields stay as they are. `answers` replaces all of them. */
export interface OnboardingRequest {
  answers?: OnboardingAnswers | undefined;
  step?: OnboardingStepId | undefined;
  /** Cannot be set back to false. */
  hasSeen?: true | undefined;
}

/** POST /api/onboarding/demo: streams a reply to the demo question of this goal. Counts no message. */
export interface OnboardingDemoRequest {
  goal: GoalId;
}
