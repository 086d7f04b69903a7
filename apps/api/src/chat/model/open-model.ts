import { AppError } from '@parley/core';
import OpenAI from 'openai';
import { fitRequest, shortest } from './budget.ts';
import { CHECK_ADDRESS, Probe } from './capabilities.ts';
import { chat } from './chat.ts';
import { hostOf } from './hosts.ts';
import { isTooLong, toModelError } from './model-errors.ts';
import { DEFAULT_LIMITS, type ModelLimits } from './model-limits.ts';
import type { Model, ModelRequest } from './model.ts';
import type { Question } from './protocol.ts';
import { readReply } from './read-reply.ts';
import { RefusedFields } from './refused-fields.ts';
import { startReply, type ReplyFeed } from './reply-stream.ts';
import { ReplyWriter } from './reply-writer.ts';
import { responses } from './responses.ts';
import { createTransport } from './transport.ts';

export interface ModelSettings {
  apiKey: string | null;
  /** Null for OpenAI's own. */
  baseUrl: string | null;
  /** `auto`: Responses for OpenAI and Azure, Chat Completions for every other host. */
  api: 'auto' | 'responses' | 'chat';
  model: string;
  /** Null for the same as `model`. */
  thinkingModel: string | null;
  /** What the model's context holds; null for what is usual at this host. */
  contextTokens: number | null;
  limits?: Partial<ModelLimits>;
}

/** The model that the settings name. Opens nothing until it is asked. */
export function openModel(settings: ModelSettings): Model {
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const host = hostOf(settings.baseUrl);
  const api = settings.api === 'auto' ? host.protocol : settings.api;
  const protocol = api === 'responses' ? responses : chat;
  const contextTokens = settings.contextTokens ?? host.contextTokens;
  const thinkingModel = settings.thinkingModel ?? settings.model;
  const transport = createTransport(limits.connectMs);
  const client = new OpenAI({
    apiKey: settings.apiKey || 'none',
    baseURL: settings.baseUrl ?? 'https://api.openai.com/v1',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    fetch: transport.fetch,
    maxRetries: 1,
    logLevel: 'off',
  });
  const models = [...new Set([settings.model, thinkingModel])];
  const probe = new Probe({ client, host, models, thinkingModel, timeout: limits.probeMs });
  const refused = new RefusedFields();
  const seenReasoning = new Set<string>();

  async function reasons(model: string): Promise<boolean> {
    if (api === 'responses') return !refused.has(model, 'reasoning');
    if (seenReasoning.has(model)) return true;
    if (refused.has(model, 'reasoning_effort')) return false;
    return host.reasons ?? (await probe.result()).reasons ?? false;
  }

  /** Asks, and asks again as long as a server's refusal teaches us how, and nothing has been handed on. */
  async function answer(request: ModelRequest, feed: ReplyFeed): Promise<void> {
    const model = request.thinking ? thinkingModel : settings.model;
    let fitted = fitRequest(request, contextTokens);
    for (;;) {
      const reasonsByItself = request.thinking && (await orAborted(reasons(model), feed.signal));
      const question: Question = { ...fitted, model, isOpenAi: host.isOpenAi, reasons: reasonsByItself };
      const body = refused.without(model, protocol.bodyOf(question));
      const writer = new ReplyWriter(feed.emit);
      try {
        await read(body, request.thinking, writer, feed);
        writer.finish();
        return;
      } catch (error) {
        writer.flush();
        if (writer.hasBegun || feed.signal.aborted) throw error;
        if (refused.learn(model, body, error)) continue;
        const shorter = shortest(fitted);
        if (!isTooLong(error) || shorter.messages.length === fitted.messages.length) throw error;
        fitted = shorter;
      } finally {
        if (writer.hasOwnReasoning) seenReasoning.add(model);
      }
    }
  }

  function read(body: object, thinking: boolean, writer: ReplyWriter, feed: ReplyFeed): Promise<void> {
    const firstEventMs = thinking ? Math.max(limits.thinkingMs, limits.firstEventMs) : limits.firstEventMs;
    return readReply({
      async open(signal) {
        // The watchdog alone ends a wait; the SDK's own timer would ask a second time.
        const options = { body, signal, stream: true, timeout: 2 * firstEventMs };
        const response = await client.post(protocol.path, options).asResponse();
        if (NO_STREAM.test(response.headers.get('content-type') ?? '')) throw new AppError('model-garbled');
        return transport.bodyOf(response);
      },
      onData: protocol.readerOf(writer),
      isBehind: feed.isBehind,
      whenRead: feed.whenRead,
      firstEventMs,
      betweenEventsMs: thinking ? Math.max(limits.thinkingMs, limits.betweenEventsMs) : limits.betweenEventsMs,
      signal: feed.signal,
    });
  }

  /** What went wrong, with the way out of it where only the server itself can tell. */
  async function explain(error: unknown, request: ModelRequest): Promise<AppError> {
    const known = toModelError(error, host.name);
    if (known.code !== 'model-not-found') return known;
    const { answers } = await probe.result();
    const model = request.thinking ? thinkingModel : settings.model;
    const message = answers.reason ?? `${host.name} does not offer ${model} at this address. ${CHECK_ADDRESS}`;
    return new AppError(known.code, { message, cause: error });
  }

  return {
    stream: (request, signal) => ({
      [Symbol.asyncIterator]: () =>
        startReply(async (feed) => {
          try {
            await answer(request, feed);
          } catch (error) {
            throw await orAborted(explain(error, request), feed.signal);
          }
        }, signal),
    }),
    async capabilities() {
      const [{ answers }, reasonsByItself] = await Promise.all([probe.result(), reasons(thinkingModel)]);
      return { answers, reasons: reasonsByItself };
    },
  };
}

/** What a server sends in place of a stream when the address leads somewhere else. */
const NO_STREAM = /text\/html|application\/json/i;

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}
