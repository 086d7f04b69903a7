import {
  AppError,
  type AccountResponse,
  type ActiveResponse,
  type AppleStartResponse,
  type BillingUrlResponse,
  type CapabilitiesResponse,
  type ChangedConversationResponse,
  type ContentResponse,
  type ConversationResponse,
  type DesktopCodeResponse,
  type FiguresResponse,
  type FileTextResponse,
  type HistoryResponse,
  type MeResponse,
  type OnboardingResponse,
  type PremiumConfigResponse,
  type RefreshSubscriptionResponse,
  type SearchResponse,
  type SessionsResponse,
  type ShowVersionResponse,
  type SignedInResponse,
  type StatusResponse,
  type StopResponse,
  type UsageResponse,
  type VerifyResponse,
} from '@parley/core';
import type * as ReadStream from '@parley/core/read-stream';
import { TransportError, type ApiClient, type StreamHandlers } from './api-client.ts';
import { readError } from './read-error.ts';

const TIMEOUT = 20_000;
const PING_TIMEOUT = 5000;
const FILE_TIMEOUT = 120_000;
const EXPORT_TIMEOUT = 3_600_000;
const PING = '/healthz';
const EVENTS = '/api/events';
const ONBOARDING = '/api/onboarding';
/** Calls that nobody waits for: when they do not reach the server, nothing is said. */
const QUIET = new Set([PING, EVENTS]);
/** What proxies answer for a server that they cannot reach. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

export interface ApiClientOptions {
  /** Origin of the API, without a slash at the end; empty for the page's own. */
  apiUrl: string;
  token: () => string | null;
  fetch?: typeof fetch;
  /** The server does not take the token any more that is still the current one. */
  onUnauthorized?: () => void;
  /** The server could not be reached, or one before it says that it cannot reach it. */
  onUnreached?: () => void;
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
}

/** The client's way to its server, and the only place that fetches. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const {
    apiUrl,
    token,
    fetch = globalThis.fetch.bind(globalThis),
    onUnauthorized = () => {},
    onUnreached = () => {},
  } = options;

  /** Resolves with an answer whose status says that all is well. */
  async function request(
    path: string,
    { method = 'GET', body, headers }: Call,
    signal: AbortSignal,
  ): Promise<Response> {
    const bearer = token();
    const response = await reached(
      fetch(`${apiUrl}${path}`, {
        method,
        signal,
        cache: 'no-store',
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    ).catch((error: unknown) => {
      if (!QUIET.has(path) && !isAborted(signal)) onUnreached();
      throw error;
    });
    if (response.ok) return response;
    if (!QUIET.has(path) && GATEWAY_ERRORS.has(response.status)) onUnreached();
    const text = await response.text().catch(() => '');
    const error = readError(response.status, text, response.headers.get('Retry-After'));
    tellRefused(error, bearer);
    throw error;
  }

  /** A late refusal of an old token says nothing about the one that took its place. */
  function tellRefused(error: unknown, bearer: string | null): void {
    const isRefused = error instanceof AppError && error.code === 'unauthorized';
    if (isRefused && bearer !== null && bearer === token()) onUnauthorized();
  }

  async function json<T>(path: string, call: Call = {}, signal?: AbortSignal): Promise<T> {
    const timeout = AbortSignal.timeout(TIMEOUT);
    const response = await request(path, call, signal ? AbortSignal.any([signal, timeout]) : timeout);
    const answer: unknown = await reached(response.json());
    if (typeof answer !== 'object' || answer === null)
      throw new TransportError('The answer is not one of this server.');
    return answer as T;
  }

  async function stream(
    path: string,
    call: Call,
    signal: AbortSignal,
    open: (readers: typeof ReadStream) => ReadStream.EventReader,
  ): Promise<void> {
    // Only a chat reads streams. Nothing is asked before its answer can be read: the server would take what counts as unsent here.
    const reader = open(await reached(import('@parley/core/read-stream')));
    const response = await request(
      path,
      { ...call, headers: { ...call.headers, Accept: 'text/event-stream' } },
      signal,
    );
    const isEmpty = response.status === 204 || response.headers.get('Content-Length') === '0';
    if (isEmpty || !response.body) throw new AppError('internal', { message: 'No reader available' });
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
    if (!isStream) throw new TransportError('The answer is not a stream.');
    await reached(readAll(response.body, (piece) => reader.feed(piece)));
  }

  const replyStream = (path: string, call: Call, { signal, onEvent, onActivity }: StreamHandlers) =>
    stream(path, call, signal, ({ createEventReader }) => createEventReader(onEvent, onActivity));
  const post = <T>(path: string, body?: unknown) => json<T>(path, { method: 'POST', body });
  const chatPath = (id: string): string => `/api/chat/${encodeURIComponent(id)}`;
  const filePath = (id: string): string => `/api/files/${encodeURIComponent(id)}`;
  const change = async (path: string, call: Call) => (await json<ChangedConversationResponse>(path, call)).conversation;

  return {
    async ping() {
      await request(PING, {}, AbortSignal.timeout(PING_TIMEOUT));
    },
    me: () => json<MeResponse>('/api/auth/me'),
    register: (body) => post<SignedInResponse>('/api/auth/register', body),
    login: (body) => post<SignedInResponse>('/api/auth/login', body),
    async logout() {
      await json('/api/auth/logout');
    },
    apple: (body) => post<SignedInResponse>('/api/auth/apple', body),
    appleStart: async () => (await post<AppleStartResponse>('/api/auth/apple/start')).url,
    appleExchange: (body) => post<SignedInResponse>('/api/auth/apple/exchange', body),
    desktopCode: (body) => post<DesktopCodeResponse>('/api/auth/desktop/code', body),
    desktopExchange: (body) => post<SignedInResponse>('/api/auth/desktop/exchange', body),
    verifyEmail: (body) => post<VerifyResponse>('/api/auth/verify', body),
    async forgotPassword(body) {
      await post('/api/auth/forgot', body);
    },
    async resetPassword(body) {
      await post('/api/auth/reset', body);
    },
    account: () => json<AccountResponse>('/api/account'),
    async resendVerification() {
      await post('/api/auth/verify/resend');
    },
    async changeEmail(body) {
      await post('/api/account/email', body);
    },
    async changePassword(body) {
      await post('/api/account/password', body);
    },
    sessions: async () => (await json<SessionsResponse>('/api/account/sessions')).sessions,
    async endSession(id) {
      await json(`/api/account/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
    async endOtherSessions() {
      await json('/api/account/sessions', { method: 'DELETE' });
    },
    exportAccount: async () =>
      reached((await request('/api/account/export', {}, AbortSignal.timeout(EXPORT_TIMEOUT))).blob()),
    async deleteAccount(body) {
      await json('/api/account', { method: 'DELETE', body });
    },
    history: (page) => json<HistoryResponse>(`/api/chat/history?${query({ ...page, messages: 'last' })}`),
    conversation: (id, page) => json<ConversationResponse>(`${chatPath(id)}?${query(page)}`),
    async deleteConversation(id) {
      await json(chatPath(id), { method: 'DELETE' });
    },
    restoreConversation: (id) => change(`${chatPath(id)}/restore`, { method: 'POST' }),
    changeConversation: (id, body) => change(chatPath(id), { method: 'PATCH', body }),
    showVersion: (id, messageId) =>
      json<ShowVersionResponse>(`${chatPath(id)}/versions/${encodeURIComponent(messageId)}`, { method: 'POST' }),
    search: async (q, signal) => (await json<SearchResponse>(`/api/chat/search?${query({ q })}`, {}, signal)).hits,
    async capabilities() {
      const { success: _, ...capabilities } = await json<CapabilitiesResponse>('/api/capabilities');
      return capabilities;
    },
    infoPage: (id) => json<ContentResponse>(`/api/content/${id}`),
    status: async () => (await json<StatusResponse>('/api/status')).parts,
    async upload(file, handlers) {
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
        tellRefused(error, bearer);
        throw error;
      }
    },
    async deleteUpload(fileId) {
      await json(filePath(fileId), { method: 'DELETE' });
    },
    documentText: (fileId) => json<FileTextResponse>(`${filePath(fileId)}/text`),
    file: async (url) => reached((await request(url, {}, AbortSignal.timeout(FILE_TIMEOUT))).blob()),
    async usage() {
      const { messagesUsed, messagesLimit, periodEnd, isLimitReached } = await json<UsageResponse>('/api/chat/usage');
      return { messagesUsed, messagesLimit, periodEnd, isLimitReached };
    },
    premiumConfig: () => json<PremiumConfigResponse>('/api/billing/premium-config'),
    checkout: (body) => post<BillingUrlResponse>('/api/billing/create-premium-checkout-session', body),
    portal: () => post<BillingUrlResponse>('/api/billing/create-portal-session'),
    refreshSubscription: () => post<RefreshSubscriptionResponse>('/api/billing/refresh-subscription'),
    onboarding: () => json<OnboardingResponse>(ONBOARDING),
    saveOnboarding: (body) => json<OnboardingResponse>(ONBOARDING, { method: 'PUT', body }),
    onboardingDemo: (body, handlers) => replyStream(`${ONBOARDING}/demo`, { method: 'POST', body }, handlers),
    figures: (days) => json<FiguresResponse>(`/api/admin/figures?${query({ days })}`),
    activeReplies: async () => (await json<ActiveResponse>('/api/chat/active')).replies,
    streamChat(body, handlers) {
      const headers = body.clientMessageId === undefined ? {} : { 'Idempotency-Key': body.clientMessageId };
      return replyStream('/api/chat/stream', { method: 'POST', body, headers }, handlers);
    },
    attach: (generationId, after, handlers) =>
      replyStream(`/api/chat/stream/${encodeURIComponent(generationId)}?after=${after}`, {}, handlers),
    stop: (generationId) =>
      json<StopResponse>(`/api/chat/stream/${encodeURIComponent(generationId)}/stop`, { method: 'POST' }),
    events: ({ signal, onEvent, onActivity }) =>
      stream(EVENTS, {}, signal, ({ createUserEventReader }) => createUserEventReader(onEvent, onActivity)),
  };
}

function query(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Whatever breaks on the way, from a refused connection to a cut or unreadable body, is one kind of error. */
async function reached<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new TransportError('The way to the server broke.', { cause: error });
  }
}

/** Whether somebody ended this call, rather than the time it may take. */
function isAborted({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError');
}

async function readAll(body: ReadableStream<Uint8Array>, onPiece: (piece: Uint8Array) => void): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onPiece(value);
    }
  } finally {
    // Lets go of the connection where reading ended early; one that broke by itself has nothing left to cancel.
    void reader.cancel().catch(() => {});
  }
}
