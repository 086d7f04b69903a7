import { AppError } from '@parley/core';
import { readJson } from '../../outgoing/read-at-most.ts';
import { Abilities } from './abilities.ts';
import { fitRequest, shortest } from './budget.ts';
import { checkAddress, Probe } from './capabilities.ts';
import { chat } from './chat.ts';
import { createComplete } from './complete.ts';
import { hostOf } from './hosts.ts';
import { CANNOT, type Ability } from './inabilities.ts';
import { isTooLong, toModelError } from './model-errors.ts';
import { DEFAULT_LIMITS, type ModelLimits } from './model-limits.ts';
import type { Model, ModelRequest } from './model.ts';
import { openClient } from './open-client.ts';
import type { Question } from './protocol.ts';
import { readReply } from './read-reply.ts';
import { RefusedFields } from './refused-fields.ts';
import { startReply, type ReplyFeed } from './reply-stream.ts';
import { ReplyWriter } from './reply-writer.ts';
import { responses } from './responses.ts';

export interface ModelSettings {
  apiKey: string | null;
  /** Null for OpenAI's own. */
  baseUrl: string | null;
  /** `auto`: Responses for OpenAI and Azure, Chat Completions for every other host. */
  api: 'auto' | 'responses' | 'chat';
  model: string;
  /** Null for the same as `model`. */
  thinkingModel: string | null;
  /** For titles and other short texts; null for the same as `model`. */
  titleModel: string | null;
  /** What the model's context holds; null for what is usual at this host. */
  contextTokens: number | null;
  limits?: Partial<ModelLimits>;
}

/** Bytes of the longest answer that comes in one piece. */
const MAX_WHOLE_ANSWER = 1024 * 1024;

/** The model that the settings name. Opens nothing until it is asked. */
export function openModel(settings: ModelSettings): Model {
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const host = hostOf(settings.baseUrl);
  const api = settings.api === 'auto' ? host.protocol : settings.api;
  const protocol = api === 'responses' ? responses : chat;
  const contextTokens = settings.contextTokens ?? host.contextTokens;
  const thinkingModel = settings.thinkingModel ?? settings.model;
  const titleModel = settings.titleModel ?? settings.model;
  const client = openClient({ ...settings, connectMs: limits.connectMs, maxRetries: 1 });
  const models = [...new Set([settings.model, thinkingModel])];
  const addressSetting = 'OPENAI_BASE_URL';
  const probe = new Probe({ client, host, addressSetting, models, thinkingModel, timeout: limits.probeMs });
  const refused = new RefusedFields();
  const abilities = new Abilities({ host, api, probe, refused });

  /** Asks, and asks again as long as a server's refusal teaches us how, and nothing has been handed on. */
  async function answer(request: ModelRequest, feed: ReplyFeed): Promise<void> {
    const model = request.thinking ? thinkingModel : settings.model;
    let fitted = fitRequest(request, contextTokens);
    for (;;) {
      fitted = await orAborted(abilities.readable(model, fitted), feed.signal);
      const reasonsByItself = request.thinking && (await orAborted(abilities.reasons(model), feed.signal));
      const question: Question = { ...fitted, model, isOpenAi: host.isOpenAi, reasons: reasonsByItself };
      const body = refused.without(model, protocol.bodyOf(question));
      const writer = new ReplyWriter(feed.emit);
      try {
        await read(body, request.thinking, writer, feed);
        writer.finish();
        return;
      } catch (error) {
        writer.flush();
        if (feed.signal.aborted) throw error;
        const hasLearned = abilities.learn(model, fitted, error);
        if (writer.hasBegun) throw error;
        if (hasLearned || refused.learn(model, body, error)) continue;
        const shorter = shortest(fitted);
        if (!isTooLong(error) || shorter.messages.length === fitted.messages.length) throw error;
        fitted = shorter;
      } finally {
        if (writer.hasOwnReasoning) abilities.sawReasoning(model);
      }
    }
  }

  function read(body: object, thinking: boolean, writer: ReplyWriter, feed: ReplyFeed): Promise<void> {
    const firstEventMs = thinking ? Math.max(limits.thinkingMs, limits.firstEventMs) : limits.firstEventMs;
    return readReply({
      async open(signal) {
        // The watchdog alone ends a wait; the SDK's own timer would ask a second time.
        const options = { body, signal, stream: true, timeout: 2 * firstEventMs };
        const response = await client.sdk.post(protocol.path, options).asResponse();
        if (NO_STREAM.test(response.headers.get('content-type') ?? '')) throw new AppError('model-garbled');
        return client.bodyOf(response);
      },
      onData: protocol.readerOf(writer),
      hasBegun: () => writer.hasBegun,
      isBehind: feed.isBehind,
      whenRead: feed.whenRead,
      firstEventMs,
      betweenEventsMs: thinking ? Math.max(limits.thinkingMs, limits.betweenEventsMs) : limits.betweenEventsMs,
      signal: feed.signal,
    });
  }

  const complete = createComplete({
    protocol,
    model: titleModel,
    isOpenAi: host.isOpenAi,
    takesEffort: async () => host.isOpenAi || (await abilities.reasons(titleModel)),
    async post(path, body, signal) {
      const response = await client.sdk.post(path, { body, signal, timeout: 2 * limits.completeMs }).asResponse();
      return readJson(client.bodyOf(response), MAX_WHOLE_ANSWER);
    },
  });

  /** What went wrong, with the way out of it where only the server itself can tell. */
  async function explain(error: unknown, model: string): Promise<AppError> {
    const known = toModelError(error, host.name);
    if (known.code !== 'model-not-found') return known;
    const { answers } = await probe.result();
    const message =
      answers.reason ?? `${host.name} does not offer ${model} at this address. ${checkAddress(addressSetting)}`;
    return new AppError(known.code, { message, cause: error });
  }

  return {
    stream: (request, signal) => ({
      [Symbol.asyncIterator]: () =>
        startReply(async (feed) => {
          try {
            await answer(request, feed);
          } catch (error) {
            const model = request.thinking ? thinkingModel : settings.model;
            throw await orAborted(explain(error, model), feed.signal);
          }
        }, signal),
    }),
    async complete(request, signal) {
      const limit = AbortSignal.timeout(limits.completeMs);
      try {
        signal.throwIfAborted();
        return await complete(request, AbortSignal.any([signal, limit]));
      } catch (error) {
        if (limit.aborted && !signal.aborted) throw new AppError('model-timeout', { cause: error });
        if (signal.aborted) throw toModelError(error, host.name);
        throw await explain(error, titleModel);
      }
    },
    async capabilities() {
      const all = async (ability: Ability) =>
        (await Promise.all(models.map((model) => abilities.has(model, ability)))).every(Boolean);
      const { answers } = await probe.result();
      return {
        answers,
        reasons: await abilities.reasons(thinkingModel),
        searches: await abilities.has(settings.model, 'web-search'),
        seesPictures: (await all('pictures')) ? { ok: true } : { ok: false, reason: CANNOT.pictures },
        readsPdf: await all('documents'),
      };
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
