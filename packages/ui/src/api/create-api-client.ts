import type {
  ActiveReply,
  AppleExchangeRequest,
  AppleRequest,
  Attachment,
  BranchRequest,
  BillingUrlResponse,
  Capabilities,
  CheckoutRequest,
  Conversation,
  ConversationPatch,
  ConversationResponse,
  CredentialsRequest,
  DesktopCodeRequest,
  DesktopCodeResponse,
  DesktopExchangeRequest,
  ExportRequest,
  FileTextResponse,
  ForgotRequest,
  HistoryResponse,
  InfoPageContent,
  InfoPageId,
  LibraryQuery,
  MeResponse,
  OnboardingDemoRequest,
  OnboardingRequest,
  OnboardingResponse,
  OwnUsage,
  PremiumConfigResponse,
  RefreshSubscriptionResponse,
  ResetRequest,
  SearchHit,
  SignedInResponse,
  StatusPart,
  StopResponse,
  StreamRequest,
  SubscriptionResponse,
  TrashResponse,
  UserEvent,
  VerifyRequest,
  VerifyResponse,
} from '@parley/core';
import { createTransport, EVENTS, EVENT_STREAM, PING, type Call, type TransportOptions } from './create-transport.ts';
import type { Responses } from './read-response.ts';
import { reached, type StreamHandlers } from './transport-error.ts';

const PING_TIMEOUT = 5000;
const FILE_TIMEOUT = 120_000;
const EXPORT_TIMEOUT = 3_600_000;
const ONBOARDING = '/api/onboarding';

/**
 * The only way to the server. Each call rejects with an `AppError` when the server answered with an error, and with a
 * `TransportError` when it could not be reached or its answer could not be read.
 */
export type ApiClient = ReturnType<typeof createApiClient>;

export function createApiClient(options: TransportOptions) {
  const { request, read, loadStreamReaders, loadedReaders, readStream, reportUnauthorized } = createTransport(options);
  const { apiUrl, token } = options;

  const post = <Name extends keyof Responses>(name: Name, path: string, body?: unknown) =>
    read(name, path, { method: 'POST', body });
  const chatPath = (id: string): string => `/api/chat/${encodeURIComponent(id)}`;
  const filePath = (id: string): string => `/api/files/${encodeURIComponent(id)}`;
  const change = async (path: string, call: Call) => (await read('changed', path, call)).conversation;
  const streamReply = async (path: string, call: Call, { signal, onEvent, onActivity }: StreamHandlers) => {
    const { createEventReader } = await loadStreamReaders();
    const response = await request(path, { ...call, accepts: EVENT_STREAM }, signal);
    await readStream(response, createEventReader(onEvent, onActivity));
  };

  return {
    /** Resolves when the server answers. */
    async ping(): Promise<void> {
      await request(PING, {}, AbortSignal.timeout(PING_TIMEOUT));
    },
    /** Reports a stream that stays open but brings nothing, as after a change of networks. */
    reportSilence: options.onUnreached ?? (() => {}),

    me: (): Promise<MeResponse> => read('me', '/api/auth/me'),
    register: (body: CredentialsRequest): Promise<SignedInResponse> => post('signedIn', '/api/auth/register', body),
    login: (body: CredentialsRequest): Promise<SignedInResponse> => post('signedIn', '/api/auth/login', body),
    async logout(): Promise<void> {
      await read('success', '/api/auth/logout');
    },
    apple: (body: AppleRequest): Promise<SignedInResponse> => post('signedIn', '/api/auth/apple', body),
    /** Returns Apple's address where a sign-in without a popup begins. */
    appleStart: async (): Promise<string> => (await post('url', '/api/auth/apple/start')).url,
    appleExchange: (body: AppleExchangeRequest): Promise<SignedInResponse> =>
      post('signedIn', '/api/auth/apple/exchange', body),
    /** Authorizes the desktop app that made this challenge. */
    desktopCode: (body: DesktopCodeRequest): Promise<DesktopCodeResponse> =>
      post('desktopCode', '/api/auth/desktop/code', body),
    desktopExchange: (body: DesktopExchangeRequest): Promise<SignedInResponse> =>
      post('signedIn', '/api/auth/desktop/exchange', body),
    verifyEmail: (body: VerifyRequest): Promise<VerifyResponse> => post('verified', '/api/auth/verify', body),
    async forgotPassword(body: ForgotRequest): Promise<void> {
      await post('success', '/api/auth/forgot', body);
    },
    async resetPassword(body: ResetRequest): Promise<void> {
      await post('success', '/api/auth/reset', body);
    },
    /** Sends the verification mail again. */
    async resendVerification(): Promise<void> {
      await post('success', '/api/auth/verify/resend');
    },
    /** Each conversation comes with its last message only. */
    history: (page: {
      limit: number;
      before?: string;
      only?: 'pinned' | 'archived';
      project?: string;
    }): Promise<HistoryResponse> => read('history', `/api/chat/history?${query({ ...page, messages: 'last' })}`),
    /** Deleted conversations that can be restored, without messages. */
    trash: (page: { limit: number; before?: string }): Promise<TrashResponse> =>
      read('trash', `/api/chat/trash?${query(page)}`),
    /** Permanently removes deleted conversations, at most 200. */
    async purge(ids: string[]): Promise<void> {
      await read('success', '/api/chat/trash', { method: 'DELETE', body: { ids } });
    },
    /** Exports conversations as one file; rejects with `not-found` if none of them is known. */
    async exportConversations(body: ExportRequest): Promise<{ bytes: Blob; disposition: string }> {
      const response = await request('/api/chat/export', { method: 'POST', body }, AbortSignal.timeout(EXPORT_TIMEOUT));
      const disposition = response.headers.get('Content-Disposition') ?? '';
      return { bytes: await reached(response.blob()), disposition };
    },
    conversation: (id: string, page: { limit: number; before?: string }): Promise<ConversationResponse> =>
      read('conversation', `${chatPath(id)}?${query(page)}`),
    async deleteConversation(id: string): Promise<void> {
      await read('success', chatPath(id), { method: 'DELETE' });
    },
    restoreConversation: (id: string): Promise<Conversation> =>
      change(`${chatPath(id)}/restore`, { method: 'POST', keepalive: true }),
    changeConversation: (id: string, body: ConversationPatch): Promise<Conversation> =>
      change(chatPath(id), { method: 'PATCH', body }),
    /** Copies the branch up to a message into a new conversation; repeating it returns the same copy. */
    branchConversation: (id: string, body: BranchRequest): Promise<Conversation> =>
      change(`${chatPath(id)}/branch`, { method: 'POST', body }),
    /** Makes the branch of this message the current one, and returns its newest page. */
    showVersion: (id: string, messageId: string): Promise<ConversationResponse> =>
      read('conversation', `${chatPath(id)}/versions/${encodeURIComponent(messageId)}`, { method: 'POST' }),
    search: async (q: string, signal: AbortSignal): Promise<SearchHit[]> =>
      (await read('search', `/api/chat/search?${query({ q })}`, {}, signal)).hits,
    /** The calls about the account and its sessions. */
    account: async () => (await reached(import('./calls/account-calls.ts'))).createAccountCalls(read, request),
    /** The calls about API keys. */
    apiKeys: async () => (await reached(import('./calls/key-calls.ts'))).createKeyCalls(read),
    /** The calls about ratings of replies. */
    feedback: async () => (await reached(import('./calls/feedback-calls.ts'))).createFeedbackCalls(read),
    /** The calls about imports. */
    imports: async () => (await reached(import('./calls/import-calls.ts'))).createImportCalls(read),
    /** The calls about memories. */
    memories: async () => (await reached(import('./calls/memory-calls.ts'))).createMemoryCalls(read),
    /** The calls about sign-in providers. */
    providers: async () => (await reached(import('./calls/provider-calls.ts'))).createProviderCalls(read),
    /** The calls about the server: its setup and people at /admin, and the operator's brand. */
    server: async () => (await reached(import('./calls/server-calls.ts'))).createServerCalls(read),
    /** The calls about passkeys. */
    passkeys: async () => (await reached(import('./calls/passkey-calls.ts'))).createPasskeyCalls(read),
    /** The calls about authenticator apps. */
    secondFactor: async () => (await reached(import('./calls/second-factor-calls.ts'))).createSecondFactorCalls(read),
    /** The calls about projects. */
    projects: async () => (await reached(import('./calls/project-calls.ts'))).createProjectCalls(read),
    /** The calls about share links. */
    shares: async () => (await reached(import('./calls/share-calls.ts'))).createShareCalls(read),
    /** Reads a page of the user's pictures or other files. */
    library: async (page: LibraryQuery) => (await reached(import('./read-library.ts'))).readLibrary(read, page),
    /** The calls about speech. */
    audio: async () =>
      (await reached(import('./calls/audio-calls.ts'))).createAudioCalls({ ...options, request, reportUnauthorized }),
    capabilities: (): Promise<Capabilities> => read('capabilities', '/api/capabilities'),
    infoPage: (id: InfoPageId): Promise<InfoPageContent> => read('content', `/api/content/${id}`),
    status: async (): Promise<StatusPart[]> => (await read('status', '/api/status')).parts,
    /** Uploads a file; `onProgress` is called with the share of bytes sent, from 0 to 1. */
    async upload(file: File, handlers: { signal: AbortSignal; onProgress(share: number): void }): Promise<Attachment> {
      const bearer = token();
      try {
        const { uploadFile } = await reached(import('./upload-file.ts'));
        return await uploadFile({
          url: `${apiUrl}/api/files?${query({ name: file.name })}`,
          file,
          bearer,
          ...handlers,
        });
      } catch (error) {
        reportUnauthorized(error, bearer);
        throw error;
      }
    },
    async deleteUpload(fileId: string): Promise<void> {
      // The page may be closing, with more uploads than the default keeps.
      await read('success', filePath(fileId), { method: 'DELETE', keepalive: true });
    },
    /** The text extracted from a document. */
    documentText: (fileId: string): Promise<Pick<FileTextResponse, 'text' | 'isCut'>> =>
      read('fileText', `${filePath(fileId)}/text`),
    /** The bytes of a file, by the address in its message. */
    file: async (url: string): Promise<Blob> =>
      reached((await request(url, {}, AbortSignal.timeout(FILE_TIMEOUT))).blob()),
    usage: (): Promise<OwnUsage> => read('usage', '/api/chat/usage'),
    /** The plans on sale. A server that does not know them may answer with `success: false` instead of an error. */
    premiumConfig: (): Promise<PremiumConfigResponse | { success: false }> =>
      read('plans', '/api/billing/premium-config'),
    /** The address of the checkout page. */
    checkout: (body: CheckoutRequest): Promise<BillingUrlResponse> =>
      post('url', '/api/billing/create-premium-checkout-session', body),
    /** The address of the billing portal. */
    portal: (): Promise<BillingUrlResponse> => post('url', '/api/billing/create-portal-session'),
    /** Makes the server fetch the subscription from the payment provider. */
    refreshSubscription: (): Promise<RefreshSubscriptionResponse> =>
      post('subscription', '/api/billing/refresh-subscription'),
    /** The user's plan, next charge and receipts. */
    payments: (): Promise<SubscriptionResponse> => read('payments', '/api/billing/subscription'),
    /** The user's progress in the onboarding. */
    onboarding: (): Promise<OnboardingResponse> => read('onboarding', ONBOARDING),
    /** Saves the given fields; absent ones stay. */
    saveOnboarding: (body: OnboardingRequest): Promise<OnboardingResponse> =>
      read('onboarding', ONBOARDING, { method: 'PUT', body }),
    /**
     * Reads the reply to the demo's question; rejects with `conflict` if the account has had its demo. Aborting stops
     * the reply.
     */
    onboardingDemo: (body: OnboardingDemoRequest, handlers: StreamHandlers): Promise<void> =>
      streamReply(`${ONBOARDING}/demo`, { method: 'POST', body }, handlers),
    activeReplies: async (): Promise<ActiveReply[]> => (await read('active', '/api/chat/active')).replies,
    /** Sends a message and reads its reply; resolves when the stream ends, with or without a last event. */
    async streamChat(body: StreamRequest, { signal, onEvent, onActivity }: StreamHandlers): Promise<void> {
      // At best without a pause, in which the page would first draw the message.
      const { createEventReader } = loadedReaders() ?? (await loadStreamReaders());
      const headers = body.clientMessageId === undefined ? {} : { 'Idempotency-Key': body.clientMessageId };
      const response = await request(
        '/api/chat/stream',
        { method: 'POST', body, headers, accepts: EVENT_STREAM },
        signal,
      );
      await readStream(response, createEventReader(onEvent, onActivity));
    },
    /** Reads a reply, running or ended, from after event `after` (-1: all of it); resolves like `streamChat`. */
    attach: (generationId: string, after: number, handlers: StreamHandlers): Promise<void> =>
      streamReply(`/api/chat/stream/${encodeURIComponent(generationId)}?after=${after}`, {}, handlers),
    stop: (generationId: string): Promise<StopResponse> =>
      read('stop', `/api/chat/stream/${encodeURIComponent(generationId)}/stop`, { method: 'POST', keepalive: true }),
    /**
     * Streams the changes that any client of this user makes, beginning with the user; resolves when the server ends
     * it.
     */
    async events({ signal, onEvent, onActivity }: StreamHandlers<UserEvent>): Promise<void> {
      const { createUserEventReader } = await loadStreamReaders();
      const response = await request(EVENTS, { accepts: EVENT_STREAM }, signal);
      await readStream(response, createUserEventReader(onEvent, onActivity));
    },
  };
}

function query(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
