import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import type { Message, SignedInResponse } from '@parley/core';
import { createApp } from '../app.ts';
import { standInSettings } from '../auth/apple/apple-settings.ts';
import { standInOidc } from '../auth/oidc/oidc-settings.ts';
import { standInBilling, type CheckoutOptions } from '../billing/billing-settings.ts';
import { openBackends } from '../chat/backends.ts';
import { openModeration } from '../chat/moderation/moderation.ts';
import { openSpeaker } from '../chat/model/speech/open-speaker.ts';
import type { Replies } from '../chat/replies/replies.ts';
import { ownProcess } from '../cluster/own-process.ts';
import { DEADLINES } from '../limits/deadlines.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { openStorage } from '../storage/open-storage.ts';
import { readStream, type ReplyStream } from './reply-stream.ts';
import { TEST_CONTENT } from './test-content.ts';
import type { TestServerOptions } from './test-server-options.ts';
import { TEST_HASH_COST } from './test-settings.ts';

export type { TestServerOptions } from './test-server-options.ts';

/** The token for a test server's /metrics. */
export const METRICS_TOKEN = 'a-token-for-the-metrics-of-tests';

const PLAIN_CHECKOUT: CheckoutOptions = { automaticTax: false, promotionCodes: false, termsConsent: false };

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

export interface Answer {
  status: number;
  headers: Headers;
  // Tests inspect bodies field by field.
  body: Record<string, unknown>;
}

/** Starts the whole API on a real port, with real SQLite, the real SDK and the sandbox. */
export async function startTestServer(options: TestServerOptions = {}) {
  const publicUrl = options.publicUrl ?? 'https://parley.example.com';
  const sandbox = options.sandbox ?? (await startSandbox({ faults: true, delayMs: options.delayMs ?? 0, publicUrl }));
  const storage = options.storage ?? (await openStorage('sqlite::memory:', { filesDir: '/nowhere' }));
  const cluster = options.cluster ?? ownProcess();
  const backends = openBackends(
    {
      model: null,
      imageModel: null,
      transcriber: null,
      speaker: null,
      search: null,
      api: options.api ?? 'responses',
      contextTokens: options.contextTokens ?? null,
      ...(options.modelLimits && { limits: options.modelLimits }),
    },
    sandbox.urls,
  );
  const mailer =
    options.mailer === undefined
      ? openMailer({ smtpUrl: sandbox.urls.smtp, from: 'Parley <hello@example.com>' })
      : options.mailer;
  const app = createApp({
    settings: {
      productName: 'Parley',
      ownPlans: options.ownPlans ?? null,
      usageRule: options.usageRule ?? { limit: 1000, windowLength: 12 * 3_600_000 },
      lesser: options.lesser ?? null,
      ...(options.costCeilings && { costCeilings: options.costCeilings }),
      jwtSecret: 'a secret for tests that has enough bytes',
      adminEmails: options.adminEmails ?? [],
      adminSupportEmails: options.adminSupportEmails ?? [],
      adminsNeedSecondFactor: options.adminsNeedSecondFactor ?? false,
      offers: { searchesWeb: true, drawsPictures: true, takesDictation: true, readsAloud: false },
      emailsVerifiedAtOnce: options.emailsVerifiedAtOnce ?? false,
      verifiesFirst: options.verifiesFirst ?? false,
      downloads: { mac: null, windows: null, linux: null },
      apple: options.apple === null ? null : { ...standInSettings(sandbox), ...options.apple },
      oidc: options.oidc ? [{ ...standInOidc(sandbox), ...options.oidc }] : [],
      billing:
        options.billing === null
          ? null
          : standInBilling(sandbox, { ...PLAIN_CHECKOUT, ...options.checkout }, options.ownPlans),
      publicUrl: () => publicUrl,
      apiUrl: () => publicUrl,
      ownHostnames: options.ownHostnames ?? null,
      corsOrigins: options.corsOrigins ?? [],
      trustedProxies: options.trustedProxies ?? 0,
      webRoot: options.webRoot ?? '/nowhere',
      makesShareLinks: options.makesShareLinks ?? true,
      apiKeys: options.apiKeys ?? 'all',
      rateLimits: {
        register: 10_000,
        login: 10_000,
        messages: 10_000,
        providerFailures: 10_000,
        billing: 10_000,
        demos: 10_000,
        replies: 10_000,
        uploadedBytes: 1024 ** 4,
        providerAttempts: 10_000,
        reads: 1_000_000,
        readsOfAddress: 1_000_000,
        changes: 1_000_000,
        changesOfAddress: 1_000_000,
        textBytes: 1024 ** 4,
        sharedPages: 1_000_000,
        feedback: 10_000,
        shares: 10_000,
        reports: 10_000,
        dictations: 10_000,
        dictatedSeconds: 1_000_000,
        dictatedSecondsUnlimited: 1_000_000,
        speeches: 10_000,
        spokenCharacters: 1_000_000,
        spokenCharactersUnlimited: 1_000_000,
        newApiKeys: 10_000,
        apiKeyRequests: 100_000,
        unknownApiKeys: 100_000,
        ...options.rateLimits,
      },
      namesConversations: options.namesConversations ?? false,
      metricsToken: METRICS_TOKEN,
      ...(options.assistant && { assistant: options.assistant }),
    },
    storage,
    cluster,
    backends: { ...backends, speaker: speakerOf(sandbox), ...options.backends?.(backends, sandbox) },
    ...(options.moderation && { moderation: moderationOf(options.moderation, sandbox) }),
    content: TEST_CONTENT,
    ...(options.languages && { languages: options.languages }),
    ...(options.prices && { prices: options.prices }),
    ...(options.brand && { brand: options.brand }),
    mailer,
    logger: options.logger ?? pino({ level: 'silent' }),
    deadlines: { ...DEADLINES, ...options.deadlines },
    ...(options.hashesSlowly ? {} : { hashCost: TEST_HASH_COST }),
    ...(options.examine && { examine: options.examine }),
    ...(options.now ? { now: options.now } : {}),
  });
  const { handler, replies, deletions, billing } = app;
  await app.brand.load();
  await replies.recover();
  await deletions.recover();
  // With Node's 5 seconds, the server of a busy machine closes while a test sends its next request.
  const server = createServer({ keepAliveTimeout: 130_000 }, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Stripe must reach this server's own URL: the public URL is not on this machine.
  if (!options.sandbox) sandbox.stripe.turn({ webhookUrl: `${url}/api/billing/webhook` });
  return {
    url,
    sandbox,
    storage,
    cluster,
    handler,
    replies: replies as Replies,
    billing,
    ...clientOf(url),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await replies.drain(AbortSignal.abort());
      await app.close();
      await cluster.close();
      await storage.close();
      if (!options.sandbox) await sandbox.close();
    },
  };
}

/** The requests that tests send to a server, wherever it runs. */
export function clientOf(url: string) {
  async function call(method: string, path: string, token?: string, body?: unknown): Promise<Answer> {
    const isText = typeof body === 'string';
    const response = await fetch(url + path, {
      method,
      headers: { ...bearer(token), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  }

  async function signUp(email = `${randomUUID()}@example.com`): Promise<string> {
    const { body } = await call('POST', '/api/auth/register', undefined, { email, password: 'tangerine' });
    return (body as unknown as SignedInResponse).token;
  }

  /** Sends a message and reads its reply event by event. */
  function send(token: string, request: Record<string, unknown>): Promise<ReplyStream> {
    const body = { conversationId: randomUUID(), clientMessageId: randomUUID(), ...request };
    return readStream(url + '/api/chat/stream', {
      method: 'POST',
      headers: { ...bearer(token), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async function stop(token: string, reply: ReplyStream): Promise<Answer> {
    return call('POST', `/api/chat/stream/${await reply.generationId()}/stop`, token);
  }

  /** Uploads a file to attach to a message. */
  async function upload(token: string, name: string, type: string, bytes: Uint8Array | string): Promise<Answer> {
    const response = await fetch(`${url}/api/files?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { ...bearer(token), 'Content-Type': type },
      body: bytes as Uint8Array<ArrayBuffer> | string,
    });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  }

  function attach(token: string, generationId: string, after: number, headers: Record<string, string> = {}) {
    return readStream(`${url}/api/chat/stream/${generationId}?after=${after}`, {
      headers: { ...bearer(token), ...headers },
    });
  }

  async function messages(token: string, conversationId: string): Promise<Message[]> {
    const { body } = await call('GET', `/api/chat/${conversationId}?limit=200`, token);
    return (body.messages ?? []) as Message[];
  }

  async function messagesUsed(token: string): Promise<number> {
    return (await call('GET', '/api/chat/usage', token)).body.messagesUsed as number;
  }

  return { call, signUp, send, stop, upload, attach, messages, messagesUsed };
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

function moderationOf(
  { deadlineMs = 60_000, moderator, ...choices }: NonNullable<TestServerOptions['moderation']>,
  { urls }: Sandbox,
) {
  if (moderator) return { ...choices, moderator };
  const limits = { moderationMs: deadlineMs };
  return openModeration(
    { ...choices, service: { apiKey: 'k', baseUrl: urls.openai, model: 'demo-moderation', limits } },
    null,
  );
}

/** Speaks with the sandbox's tones. A server beside the sandbox would leave speech to the devices. */
function speakerOf({ urls }: Sandbox) {
  return openSpeaker({ apiKey: 'k', baseUrl: urls.openai, model: 'demo-speech', voice: 'demo', format: 'wav' });
}
