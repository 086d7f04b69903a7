import type {
  AccountResponse,
  AccountSession,
  ActiveReply,
  AppleExchangeRequest,
  AppleRequest,
  Attachment,
  BillingUrlResponse,
  Capabilities,
  ChangeEmailRequest,
  ChangePasswordRequest,
  CheckoutRequest,
  Conversation,
  ConversationPatch,
  ConversationResponse,
  CredentialsRequest,
  DeleteAccountRequest,
  DesktopCodeRequest,
  DesktopCodeResponse,
  DesktopExchangeRequest,
  FiguresResponse,
  FileTextResponse,
  ForgotRequest,
  HistoryResponse,
  InfoPageContent,
  InfoPageId,
  MeResponse,
  OnboardingDemoRequest,
  OnboardingRequest,
  OnboardingResponse,
  PremiumConfigResponse,
  RefreshSubscriptionResponse,
  ResetRequest,
  SearchHit,
  SequencedEvent,
  SignedInResponse,
  StatusPart,
  StopResponse,
  StreamRequest,
  Usage,
  UserEvent,
  VerifyRequest,
  VerifyResponse,
} from '@parley/core';

/** The way to the server broke: offline, cut, timed out, or not an answer of ours. Trying again may help. */
export class TransportError extends Error {
  override name = 'TransportError';
}

export interface StreamHandlers<E = SequencedEvent> {
  signal: AbortSignal;
  onEvent(event: E): void;
  /** Called for every piece that arrives, a heartbeat included. */
  onActivity?(): void;
}

/**
 * The only way to the server. Each call rejects with an `AppError` when the server answered with an error, and with a
 * `TransportError` when it could not be reached or its answer not be read.
 */
export interface ApiClient {
  /** Resolves when the server is there. */
  ping(): Promise<void>;
  me(): Promise<MeResponse>;
  register(request: CredentialsRequest): Promise<SignedInResponse>;
  login(request: CredentialsRequest): Promise<SignedInResponse>;
  logout(): Promise<void>;
  apple(request: AppleRequest): Promise<SignedInResponse>;
  /** The address of Apple's where a sign-in without a popup begins. */
  appleStart(): Promise<string>;
  appleExchange(request: AppleExchangeRequest): Promise<SignedInResponse>;
  /** Lets the desktop app in that made this challenge. */
  desktopCode(request: DesktopCodeRequest): Promise<DesktopCodeResponse>;
  desktopExchange(request: DesktopExchangeRequest): Promise<SignedInResponse>;
  verifyEmail(request: VerifyRequest): Promise<VerifyResponse>;
  forgotPassword(request: ForgotRequest): Promise<void>;
  resetPassword(request: ResetRequest): Promise<void>;
  account(): Promise<AccountResponse>;
  /** Mails the link again that verifies the account's address. */
  resendVerification(): Promise<void>;
  changeEmail(request: ChangeEmailRequest): Promise<void>;
  changePassword(request: ChangePasswordRequest): Promise<void>;
  /** Where the account is signed in, last used first. */
  sessions(): Promise<AccountSession[]>;
  endSession(id: string): Promise<void>;
  endOtherSessions(): Promise<void>;
  /** Everything of the account as a ZIP file; may take minutes. */
  exportAccount(): Promise<Blob>;
  deleteAccount(request: DeleteAccountRequest): Promise<void>;
  /** Each conversation comes with its last message only. */
  history(page: { limit: number; before?: string; only?: 'pinned' }): Promise<HistoryResponse>;
  conversation(id: string, page: { limit: number; before?: string }): Promise<ConversationResponse>;
  deleteConversation(id: string): Promise<void>;
  restoreConversation(id: string): Promise<Conversation>;
  changeConversation(id: string, patch: ConversationPatch): Promise<Conversation>;
  /** Makes the branch of this message the current one; its end comes back. */
  showVersion(id: string, messageId: string): Promise<ConversationResponse>;
  search(query: string, signal: AbortSignal): Promise<SearchHit[]>;
  capabilities(): Promise<Capabilities>;
  infoPage(id: InfoPageId): Promise<InfoPageContent>;
  status(): Promise<StatusPart[]>;
  /** Uploads a file; `onProgress` is called with the share of its bytes that have left, from 0 to 1. */
  upload(file: File, handlers: { signal: AbortSignal; onProgress(share: number): void }): Promise<Attachment>;
  deleteUpload(fileId: string): Promise<void>;
  /** The text that was read from a document. */
  documentText(fileId: string): Promise<Pick<FileTextResponse, 'text' | 'isCut'>>;
  /** The bytes of a file, by the address that its message gives. */
  file(url: string): Promise<Blob>;
  usage(): Promise<Usage>;
  /** What can be bought; a server that cannot say may answer so without an error. */
  premiumConfig(): Promise<PremiumConfigResponse | { success: false }>;
  /** The address of a page on which to pay. */
  checkout(request: CheckoutRequest): Promise<BillingUrlResponse>;
  /** The address of the page on which to manage what is paid for. */
  portal(): Promise<BillingUrlResponse>;
  /** Has the server ask what is paid for. */
  refreshSubscription(): Promise<RefreshSubscriptionResponse>;
  /** How far this user has come in the onboarding. */
  onboarding(): Promise<OnboardingResponse>;
  /** Keeps what is given; what is absent stays. */
  saveOnboarding(request: OnboardingRequest): Promise<OnboardingResponse>;
  /** Reads the reply to the demo's question; `conflict` where the account had its demo. Aborting stops the reply. */
  onboardingDemo(request: OnboardingDemoRequest, handlers: StreamHandlers): Promise<void>;
  /** What an operator wants to know of the last days; `forbidden` for everybody but admins. */
  figures(days: number): Promise<FiguresResponse>;
  activeReplies(): Promise<ActiveReply[]>;
  /** Sends a message and reads its reply; resolves when the stream ends, with or without a last event. */
  streamChat(request: StreamRequest, handlers: StreamHandlers): Promise<void>;
  /** Reads a reply, running or ended, from after event `after` (-1: all of it); resolves like `streamChat`. */
  attach(generationId: string, after: number, handlers: StreamHandlers): Promise<void>;
  stop(generationId: string): Promise<StopResponse>;
  /** Hears what changes elsewhere, beginning with how things are; resolves when the server ends it. */
  events(handlers: StreamHandlers<UserEvent>): Promise<void>;
}
