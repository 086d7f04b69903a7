import { AppError, type ActiveReply, type ConversationResponse } from '@parley/core';
import type {
  AuditResponse,
  Person,
  PersonActRequest,
  AccountResponse,
  BranchRequest,
  PreferencesRequest,
  AccountSession,
  AppleExchangeRequest,
  AppleRequest,
  Attachment,
  CheckoutRequest,
  SpeechRequest,
  Conversation,
  ConversationPatch,
  DesktopCodeRequest,
  DesktopExchangeRequest,
  DoctorFinding,
  FiguresResponse,
  ForgotRequest,
  HistoryResponse,
  ImportOutcome,
  ImportRequest,
  ImportSource,
  ImportSummary,
  LibraryFile,
  LibraryQuery,
  InfoPageId,
  Message,
  OnboardingDemoRequest,
  OnboardingRequest,
  OwnerProof,
  OnboardingResponse,
  OwnUsage,
  PremiumConfigResponse,
  RefreshSubscriptionResponse,
  SubscriptionResponse,
  ResetRequest,
  SearchHit,
  StatusPart,
  StreamRequest,
  UserEvent,
  VerifyRequest,
} from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import { TransportError, type StreamHandlers } from '../../api/transport-error.ts';
import { ABLE, NEW_TO_IT, NO_FIGURES, PREMIUM_CONFIG, SIGNED_IN, USAGE } from './scripted-samples.ts';
import { ScriptedStream } from './scripted-stream.ts';
import { ScriptedKeys } from './scripted-keys.ts';
import { ScriptedMemories } from './scripted-memories.ts';
import { ScriptedPasskeys } from './scripted-passkeys.ts';
import { ScriptedProviders } from './scripted-providers.ts';
import { ScriptedProjects } from './scripted-projects.ts';
import { ScriptedSecondFactor } from './scripted-second-factor.ts';
import { ScriptedBrand } from './scripted-brand.ts';
import { ScriptedFeedback } from './scripted-feedback.ts';
import { ScriptedShares } from './scripted-shares.ts';

/** The code that signs the desktop app in. */
export const DESKTOP_CODE = `${'c'.repeat(43)}.0b9c1c2e-4f5a-4d6b-8e7f-123456789abc`;

/** One upload, whose server is played by a test. */
export interface ScriptedUpload {
  file: File;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  resolve: (attachment: Attachment) => void;
  reject: (error: Error) => void;
}

/** One transcription, answered by a test. */
export interface ScriptedTranscription {
  recording: Blob;
  signal: AbortSignal;
  resolve: (words: string) => void;
  reject: (error: Error) => void;
}

/** One subscriber to user events, which a test sends. */
interface ScriptedListener extends StreamHandlers<UserEvent> {
  /** The server ends it. */
  end: () => void;
  fail: (error: Error) => void;
}

/** An `ApiClient` that answers from data set by a test, and whose streams a test writes by hand. */
export class ScriptedApi implements ApiClient {
  conversations = new Map<string, ConversationResponse>();
  /** Deleted conversations that can be restored. */
  deleted = new Map<string, ConversationResponse>();
  /** Conversations that are not on the first page of the history. */
  beyond = new Set<string>();
  /** Pages before the one set by `put`, newest first. */
  olderPages = new Map<string, Message[][]>();
  active: ActiveReply[] = [];
  ownAccount = {
    ...SIGNED_IN,
    hasPassword: true,
    searchesByItself: true,
    about: '',
    answerStyle: '',
    nextExportAt: null as string | null,
  } as AccountResponse;
  ownSessions: AccountSession[] = [];
  streams: ScriptedStream[] = [];
  uploads: ScriptedUpload[] = [];
  transcriptions: ScriptedTranscription[] = [];
  /** All subscribers to user events, including disconnected ones. */
  listeners: ScriptedListener[] = [];
  /** The conversations that were imported, by their ids in the export. */
  importedIds = new Set<string>();
  importIds = new Set<string>();
  ownImports: ImportSummary[] = [];
  hits: SearchHit[] = [];
  parts: StatusPart[] = [];
  onboardingState: OnboardingResponse = NEW_TO_IT;
  operatorFigures: FiguresResponse = NO_FIGURES;
  premium: PremiumConfigResponse | { success: false } = PREMIUM_CONFIG;
  paid: SubscriptionResponse = { success: true, plan: null, next: null, receipts: [] };
  /** The server's answer about the subscription. */
  subscription: RefreshSubscriptionResponse = {
    success: true,
    subscriptionTier: 'free',
    subscriptionStatus: null,
    usagePeriodEnd: null,
    cancelAt: null,
  };
  /** Names and arguments of the calls, in order, without streams. */
  calls: string[] = [];
  /** The error with which the next call of this name rejects. */
  failures = new Map<string, Error>();
  /** A promise that delays the answer to the next call of this name. */
  gates = new Map<string, Promise<void>>();

  put(id: string, ...messages: Message[]): void {
    const updatedAt = '2026-01-01T00:00:00.000Z';
    const conversation: Conversation = {
      id,
      title: `About ${id}`,
      webSearchEnabled: false,
      thinkingModeEnabled: false,
      pinned: false,
      archived: false,
      unread: false,
      updatedAt,
    };
    this.conversations.set(id, { success: true, conversation, messages, nextBefore: null });
  }

  pin(id: string, updatedAt: string, pinned: boolean): void {
    const found = this.conversations.get(id);
    if (found) found.conversation = { ...found.conversation, updatedAt, pinned };
  }

  get stream(): ScriptedStream {
    const last = this.streams.at(-1);
    if (!last) throw new Error('No stream was opened');
    return last;
  }

  reportSilence = (): void => void this.calls.push('reportSilence');
  ping = () => this.#answer('ping', undefined);
  me = () => this.#answer('me', { success: false, user: null } as const);
  register = () => this.#answer('register', SIGNED_IN);
  login = () => this.#answer('login', SIGNED_IN);
  logout = () => this.#answer('logout', undefined);
  apple = (request: AppleRequest) => this.#answer(`apple ${JSON.stringify(request)}`, SIGNED_IN);
  appleStart = () => this.#answer('appleStart', 'https://apple.example/authorize');
  appleExchange = (request: AppleExchangeRequest) =>
    this.#answer(`appleExchange ${JSON.stringify(request)}`, SIGNED_IN);
  desktopCode = ({ challenge }: DesktopCodeRequest) =>
    this.#answer(`desktopCode ${challenge}`, { success: true, code: DESKTOP_CODE, expiresIn: 90 } as const);
  desktopExchange = (request: DesktopExchangeRequest) =>
    this.#answer(`desktopExchange ${JSON.stringify(request)}`, SIGNED_IN);
  verifyEmail = (request: VerifyRequest) =>
    this.#answer(`verifyEmail ${JSON.stringify(request)}`, { success: true, email: 'ada@example.com' } as const);
  forgotPassword = ({ email }: ForgotRequest) => this.#answer(`forgotPassword ${email}`, undefined);
  resetPassword = ({ token, password }: ResetRequest) => this.#answer(`resetPassword ${token} ${password}`, undefined);
  resendVerification = () => this.#answer('resendVerification', undefined);
  accountCalls = {
    read: () => this.#answer('account', this.ownAccount),
    setPreferences: async (body: PreferencesRequest) => {
      await this.#answer(`setPreferences ${JSON.stringify(body)}`, undefined);
      const { keepsMemories = this.storedMemories.isOn, ...rest } = body;
      this.storedMemories.isOn = keepsMemories;
      Object.assign(this.ownAccount, rest);
    },
    changeEmail: (request: object) => this.#answer(`changeEmail ${JSON.stringify(request)}`, undefined),
    changePassword: (request: object) => this.#answer(`changePassword ${JSON.stringify(request)}`, undefined),
    export: (proof?: OwnerProof) =>
      this.#answer(`exportAccount${proof ? ` ${JSON.stringify(proof)}` : ''}`, new Blob(['PK'])),
    delete: (request: object) => this.#answer(`deleteAccount ${JSON.stringify(request)}`, undefined),
    sessions: () => this.#answer('sessions', this.ownSessions),
    endSession: (id: string) => this.#answer(`endSession ${id}`, undefined),
    endOtherSessions: () => this.#answer('endOtherSessions', undefined),
  };
  account = async () => this.accountCalls;

  storedProjects = new ScriptedProjects((call) => this.#answer(call, undefined));
  storedKeys = new ScriptedKeys((call) => this.#answer(call, undefined));
  storedMemories = new ScriptedMemories((call) => this.#answer(call, undefined));
  storedShares = new ScriptedShares((call) => this.#answer(call, undefined));
  #providers = new ScriptedProviders((call, value) => this.#answer(call, value), SIGNED_IN);
  providers = async () => this.#providers;
  apiKeys = async () => this.storedKeys;
  storedPasskeys = new ScriptedPasskeys((call, value) => this.#answer(call, value), SIGNED_IN);
  passkeys = async () => this.storedPasskeys;
  ownSecondFactor = new ScriptedSecondFactor((call, value) => this.#answer(call, value), SIGNED_IN);
  secondFactor = async () => this.ownSecondFactor;
  storedFeedback = new ScriptedFeedback((call) => this.#answer(call, undefined));
  feedback = async () => this.storedFeedback;
  shares = async () => this.storedShares;
  libraryFiles: LibraryFile[] = [];
  /** Pages of two. */
  library = ({ kind, before = '0' }: LibraryQuery) => {
    const all = this.libraryFiles.filter((file) => (file.kind === 'image') === (kind === 'pictures'));
    const end = Number(before) + 2;
    const nextBefore = end < all.length ? String(end) : null;
    return this.#answer('library', { success: true as const, files: all.slice(Number(before), end), nextBefore });
  };
  memories = async () => this.storedMemories;
  projects = async () => this.storedProjects;

  history = async ({ only, project }: { only?: 'pinned' | 'archived'; project?: string }): Promise<HistoryResponse> => {
    const known = [...this.conversations.values()].map(({ conversation, messages }) => ({
      ...conversation,
      messages: messages.slice(-1),
    }));
    const isIn = ({ id, pinned, archived, projectId }: Conversation) =>
      archived === (only === 'archived') &&
      (project === undefined ? (only === 'pinned' ? pinned : !this.beyond.has(id)) : projectId === project);
    const conversations = known.filter(isIn);
    return this.#answer('history', { success: true, conversations, nextBefore: null });
  };

  conversation = async (id: string, { before }: { before?: string } = {}): Promise<ConversationResponse> => {
    const found = await this.#known(`conversation ${id}`, id);
    const older = this.olderPages.get(id);
    if (!older) return found;
    const index = before === undefined ? -1 : Number(before);
    const nextBefore = index + 1 < older.length ? String(index + 1) : null;
    return { ...found, messages: older[index] ?? found.messages, nextBefore };
  };

  deleteConversation = async (id: string) => {
    await this.#answer(`delete ${id}`, undefined);
    const found = this.conversations.get(id);
    if (found) this.deleted.set(id, found);
    this.conversations.delete(id);
  };
  restoreConversation = async (id: string) => {
    await this.#answer(`restore ${id}`, undefined);
    const found = this.deleted.get(id) ?? this.conversations.get(id);
    if (!found) throw new AppError('not-found');
    this.deleted.delete(id);
    this.conversations.set(id, found);
    return found.conversation;
  };
  branchConversation = async (id: string, { id: copyId, messageId }: BranchRequest): Promise<Conversation> => {
    const found = await this.#known(`branch ${id} ${messageId}`, id);
    const conversation = { ...found.conversation, id: copyId, title: `Branch of ${found.conversation.title}` };
    this.conversations.set(copyId, { ...found, conversation });
    return conversation;
  };
  changeConversation = async (id: string, patch: ConversationPatch): Promise<Conversation> => {
    const found = await this.#known(`change ${id} ${JSON.stringify(patch)}`, id);
    const { projectId: before, ...rest } = found.conversation;
    const { projectId = before, ...changes } = patch;
    found.conversation = { ...rest, ...changes, ...(projectId && { projectId }) };
    return found.conversation;
  };

  trash = () =>
    this.#answer('trash', {
      success: true as const,
      conversations: [...this.deleted.values()].map(({ conversation }) => ({
        ...conversation,
        deletedAt: conversation.updatedAt,
      })),
      nextBefore: null,
    });
  exportConversations = ({ ids, as }: { ids: string[]; as: string }) =>
    this.#answer(`export ${as} ${ids.join(' ')}`, { bytes: new Blob(['#']), disposition: '' });
  importCalls = {
    send: async ({ importId, conversations, dryRun = false }: ImportRequest): Promise<ImportOutcome[]> => {
      this.importIds.add(importId);
      const ids = conversations.map(({ id }) => id);
      await this.#answer(`${dryRun ? 'check' : 'import'} ${ids.join(' ')}`, undefined);
      return ids.map((id) => {
        const isKnown = this.importedIds.has(id);
        if (!dryRun) this.importedIds.add(id);
        return isKnown ? 'same' : 'new';
      });
    },
    list: () => this.#answer('imports', this.ownImports),
    delete: (id: string, source: ImportSource) => this.#answer(`deleteImport ${id} ${source}`, 2),
  };
  imports = async () => this.importCalls;
  purge = async (ids: string[]) => {
    await this.#answer(`purge ${ids.join(' ')}`, undefined);
    for (const id of ids) this.deleted.delete(id);
  };

  showVersion = (id: string, messageId: string) => this.#known(`version ${id} ${messageId}`, id);
  search = (query: string) => this.#answer(`search ${query}`, this.hits);
  capabilities = () => this.#answer('capabilities', ABLE);
  infoPage = (id: InfoPageId) =>
    this.#answer(`infoPage ${id}`, { id, title: `About ${id}`, description: '', markdown: '' });
  status = () => this.#answer('status', this.parts);
  deleteUpload = (fileId: string) => this.#answer(`deleteUpload ${fileId}`, undefined);
  documentText = (fileId: string) => this.#answer(`documentText ${fileId}`, { text: '', isCut: false });
  upload = (file: File, { signal, onProgress }: Parameters<ApiClient['upload']>[1]): Promise<Attachment> => {
    const { promise, resolve, reject } = Promise.withResolvers<Attachment>();
    this.uploads.push({ file, signal, onProgress, resolve, reject });
    signal.addEventListener('abort', () => reject(new TransportError('aborted')));
    return promise;
  };

  audio = async () => ({
    speak: ({ sentence }: SpeechRequest) =>
      this.#answer(`speak ${sentence}`, { type: 'audio/mpeg', body: new Blob([sentence]).stream() }),
    transcribe: (recording: Blob, signal: AbortSignal): Promise<string> => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      this.transcriptions.push({ recording, signal, resolve, reject });
      return promise;
    },
  });

  file = (url: string) => this.#answer(`file ${url}`, new Blob(['bytes']));
  usage = (): Promise<OwnUsage> => this.#answer('usage', USAGE);
  premiumConfig = () => this.#answer('premiumConfig', this.premium);
  checkout = ({ priceId }: CheckoutRequest) =>
    this.#answer(`checkout ${priceId}`, { success: true, url: `https://pay.example/${priceId}` } as const);
  payments = async () => {
    await this.#answer('payments', undefined);
    return this.paid;
  };
  portal = () => this.#answer('portal', { success: true, url: 'https://pay.example/portal' } as const);
  refreshSubscription = async () => {
    await this.#answer('refreshSubscription', undefined);
    return this.subscription;
  };
  onboarding = () => this.#answer('onboarding', this.onboardingState);
  saveOnboarding = async (request: OnboardingRequest): Promise<OnboardingResponse> => {
    await this.#answer(`saveOnboarding ${JSON.stringify(request)}`, undefined);
    const { answers, step, hasSeen } = this.onboardingState;
    this.onboardingState = {
      ...this.onboardingState,
      answers: request.answers ?? answers,
      step: request.step ?? step,
      hasSeen: request.hasSeen ?? hasSeen,
    };
    return this.onboardingState;
  };
  onboardingDemo = async ({ goal }: OnboardingDemoRequest, handlers: StreamHandlers) => {
    await this.#answer(`onboardingDemo ${goal}`, undefined);
    await this.#open(null, -1, handlers);
  };
  examined: DoctorFinding[] = [];
  /** The account that the operator finds, and the pages of the audit list. */
  foundPerson: Person | null = null;
  auditPages: AuditResponse[] = [{ success: true, lines: [], nextBefore: null }];
  readonly ofBrand = new ScriptedBrand();
  server = async () => ({
    ...this.ofBrand,
    figures: (days: number) => this.#answer(`figures ${days}`, this.operatorFigures),
    examine: () => this.#answer('examine', this.examined),
    findPerson: (email: string) => this.#answer(`find ${email}`, this.foundPerson),
    actOnPerson: (userId: string, request: PersonActRequest) =>
      this.#answer(`act ${userId} ${JSON.stringify(request)}`, this.foundPerson),
    audit: (before = '0') => this.#answer(`audit ${before}`, this.auditPages[Number(before)] as AuditResponse),
  });
  activeReplies = () => this.#answer('active', this.active);
  stop = (generationId: string) => this.#answer(`stop ${generationId}`, { success: true, status: 'stopped' } as const);

  streamChat = (request: StreamRequest, handlers: StreamHandlers) => this.#open(request, -1, handlers);
  attach = (_generationId: string, after: number, handlers: StreamHandlers) => this.#open(null, after, handlers);

  events = (handlers: StreamHandlers<UserEvent>): Promise<void> => {
    const { promise, resolve: end, reject: fail } = Promise.withResolvers<void>();
    this.listeners.push({ ...handlers, end, fail });
    handlers.signal.addEventListener('abort', () => fail(new TransportError('aborted')));
    return promise;
  };

  #open(request: StreamRequest | null, after: number, handlers: StreamHandlers): Promise<void> {
    const stream = new ScriptedStream(request, after, handlers);
    this.streams.push(stream);
    return stream.closed;
  }

  async #known(call: string, id: string): Promise<ConversationResponse> {
    const found = this.conversations.get(id);
    await this.#answer(call, undefined);
    if (!found) throw new AppError('not-found');
    return found;
  }

  async #answer<T>(call: string, answer: T): Promise<T> {
    this.calls.push(call);
    const name = call.split(' ')[0] ?? call;
    const gate = this.gates.get(name);
    this.gates.delete(name);
    await gate;
    const failure = this.failures.get(name);
    this.failures.delete(name);
    if (failure) throw failure;
    return answer;
  }
}
