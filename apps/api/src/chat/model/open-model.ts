import { AppError } from '@parley/core';
import { readJson } from '../../outgoing/read-at-most.ts';
import { createComplete } from './complete.ts';
import { ContextLengths } from './features/context-lengths.ts';
import { CANNOT, FeatureSupport, type DeclaredFeatures, type Feature } from './features/feature-support.ts';
import { Probe, type ModelLog } from './features/probe.ts';
import { UnsupportedParams } from './features/unsupported-params.ts';
import { hostOf } from './host.ts';
import { readPicture } from './images/read-picture.ts';
import { isMaybeBilled, isTooLong, toModelError, withServiceError } from './model-errors.ts';
import { DEFAULT_LIMITS, type ModelLimits } from './model-limits.ts';
import type { Model, ModelEvent, ModelRequest } from './model.ts';
import { openClient } from './open-client.ts';
import { chatCompletions } from './protocol/chat-completions.ts';
import type { Question } from './protocol/protocol.ts';
import { responses } from './protocol/responses.ts';
import { estimateInput, fitRequest, shortest } from './request/fit-request.ts';
import { serialize } from './request/serialize.ts';
import { DeltaNormalizer } from './stream/normalize-deltas.ts';
import { readSseBody } from './stream/read-sse-body.ts';

export interface ModelSettings {
  apiKey: string | null;
  /** Null means OpenAI itself. */
  baseUrl: string | null;
  /** `auto`: Responses for OpenAI and Azure, Chat Completions for any other host. */
  api: 'auto' | 'responses' | 'chat';
  model: string;
  /** Null means `model`. */
  thinkingModel: string | null;
  /** For titles and other short texts; null means `model`. */
  titleModel: string | null;
  /** Context length in tokens; null to ask the service. */
  contextTokens: number | null;
  /** What its operator says that it can; the rest is learned. */
  declared?: DeclaredFeatures;
  /** The name under which its use is measured; the name of the model by default. */
  meteredAs?: string;
  limits?: Partial<ModelLimits>;
  log?: ModelLog;
}

/** Of bodies that are bytes, whose type the SDK does not know. */
const JSON_BODY = { headers: { 'content-type': 'application/json' } };
/** Most bytes of an answer that is not streamed. */
const MAX_WHOLE_ANSWER = 1024 * 1024;

/** Opens the configured model. Connects only on use. */
export function openModel(settings: ModelSettings): Model {
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const host = hostOf(settings.baseUrl);
  const api = settings.api === 'auto' ? host.protocol : settings.api;
  const protocol = api === 'responses' ? responses : chatCompletions;
  const thinkingModel = settings.thinkingModel ?? settings.model;
  const titleModel = settings.titleModel ?? settings.model;
  const client = openClient({ ...settings, connectMs: limits.connectMs, maxRetries: 1 });
  const models = [...new Set([settings.model, thinkingModel])];
  const addressSetting =
    settings.meteredAs === undefined ? 'OPENAI_BASE_URL' : `address of ${settings.meteredAs} in MODELS`;
  const probe = new Probe({
    client,
    host,
    addressSetting,
    models,
    thinkingModel,
    timeout: limits.probeMs,
    log: settings.log,
  });
  const unsupported = new UnsupportedParams();
  const features = new FeatureSupport({ host, api, probe, unsupported, declared: settings.declared ?? {} });
  const contexts = new ContextLengths({ setting: settings.contextTokens, host, probe });

  /** Sends the request. Retries as long as each refusal teaches something new and nothing has been passed on. */
  async function answer(request: ModelRequest, emit: (event: ModelEvent) => void, signal: AbortSignal): Promise<void> {
    const model = request.thinking ? thinkingModel : settings.model;
    // A reply with tools may do without the search. Any other would leave out what was asked for.
    if (request.webSearch && !request.tools && !(await orAborted(features.has(model, 'web-search'), signal))) {
      throw new AppError('model-rejected', { message: CANNOT['web-search'] });
    }
    const fit = async () => fitRequest(request, (await orAborted(contexts.of(model), signal)).tokens);
    let fitted = await fit();
    for (;;) {
      const readable = await orAborted(features.readable(model, fitted), signal);
      const callsWithoutReasoning =
        (readable.tools ?? []).length > 0 && !(await features.has(model, 'reasons-with-tools'));
      const reasons = request.thinking && !callsWithoutReasoning && (await orAborted(features.reasons(model), signal));
      const signsReasoning = await features.has(model, 'signed-reasoning');
      const hasNoSystemRole = !(await features.has(model, 'system-role'));
      const draws = probe.draws(model);
      const learned = { reasons, callsWithoutReasoning, signsReasoning, hasNoSystemRole, draws };
      const question: Question = { ...readable, model, isOpenAi: host.isOpenAi, ...learned };
      const body = unsupported.without(model, protocol.bodyOf(question));
      const metered = request.meter?.begin(settings.meteredAs ?? model, estimateInput(readable));
      const deltas = new DeltaNormalizer(emit, metered, (readable.tools ?? []).length > 0);
      try {
        await read(body, request.thinking, deltas, signal);
        if (deltas.picture !== null) {
          deltas.flush();
          emit({ type: 'picture', bytes: await load(deltas.picture, signal) });
        }
        deltas.finish();
        return;
      } catch (error) {
        deltas.flush();
        if (!deltas.hasBegun && !isMaybeBilled(error, signal)) metered?.refused();
        if (signal.aborted) throw error;
        const hasLearned = features.learn(model, question, error);
        if (deltas.hasBegun) throw error;
        if (hasLearned || unsupported.learn(model, body, error)) continue;
        if (await contexts.learn(model, error)) {
          fitted = await fit();
          continue;
        }
        const shorter = shortest(fitted);
        if (!isTooLong(error) || shorter.messages.length === fitted.messages.length) throw error;
        fitted = shorter;
      } finally {
        if (deltas.hasOwnReasoning) features.sawReasoning(model);
      }
    }
  }

  function read(body: object, thinking: boolean, deltas: DeltaNormalizer, signal: AbortSignal): Promise<void> {
    const onData = protocol.readerOf(deltas);
    const firstEventMs = thinking ? Math.max(limits.thinkingMs, limits.firstEventMs) : limits.firstEventMs;
    return readSseBody({
      async open(closing) {
        // Only the inactivity timeout may end a wait; the SDK's own timer would retry.
        const bytes = serialize(body, protocol.messagesField);
        const options = { ...JSON_BODY, body: bytes, signal: closing, stream: true, timeout: 2 * firstEventMs };
        const response = await client.sdk.post(protocol.path, options).asResponse();
        if (PAGE.test(response.headers.get('content-type') ?? '')) throw new AppError('model-garbled');
        return client.bodyOf(response);
      },
      onData,
      onRest: (data) => void onData(data),
      onDone: () => deltas.done(),
      onPlainBody: (text) => readPlainBody(text, onData, deltas),
      hasBegun: () => deltas.hasBegun,
      firstEventMs,
      betweenEventsMs: thinking ? Math.max(limits.thinkingMs, limits.betweenEventsMs) : limits.betweenEventsMs,
      signal,
    });
  }

  /** Reads the picture of a reply, which may be behind a link. */
  function load(picture: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const { origin } = new URL(client.sdk.baseURL);
    return readPicture({ data: [{ url: picture }] }, { origin, wholeMs: limits.pictureMs, signal });
  }

  /** Reads a 200 that is not a stream: a JSON error, handled like one with its status, or a whole answer. */
  function readPlainBody(text: string, onData: (data: string) => boolean, deltas: DeltaNormalizer): void {
    if (text.trim() === '') return;
    if (!/^\s*[{[]/.test(text)) throw new AppError('model-garbled');
    const isOver = onData(text);
    if (isOver || deltas.hasBegun) return deltas.done();
    const answer: unknown = JSON.parse(text);
    const whole = protocol.textOf(answer);
    deltas.used(protocol.countsIn(answer));
    if (whole === '') throw new AppError('model-garbled');
    deltas.text(whole);
    deltas.ended('stop');
  }

  const complete = createComplete({
    protocol,
    model: titleModel,
    meteredAs: settings.meteredAs ?? titleModel,
    isOpenAi: host.isOpenAi,
    takesEffort: async () => host.isOpenAi || (await features.reasons(titleModel)),
    hasNoSystemRole: async () => !(await features.has(titleModel, 'system-role')),
    async post(path, body, signal) {
      const response = await client.sdk.post(path, { body, signal, timeout: 2 * limits.completeMs }).asResponse();
      return readJson(client.bodyOf(response), MAX_WHOLE_ANSWER);
    },
  });

  /** Maps an error for callers: neutral for users, with the service's message for the log. */
  function explain(error: unknown, said: readonly string[]): AppError {
    const known = toModelError(error);
    // Probing logs which models the service has.
    if (known.code === 'model-not-found') void probe.result();
    return withServiceError(known, [...said, settings.apiKey ?? '']);
  }

  return {
    async stream(request, emit, signal) {
      if (signal.aborted) return;
      const emitUntilAborted = (event: ModelEvent) => {
        if (!signal.aborted) emit(event);
      };
      try {
        await answer(request, emitUntilAborted, signal);
      } catch (error) {
        if (!signal.aborted) throw explain(error, textsOf(request));
      }
    },
    async complete(request, signal) {
      const limit = AbortSignal.timeout(limits.completeMs);
      try {
        signal.throwIfAborted();
        return await complete(request, AbortSignal.any([signal, limit]));
      } catch (error) {
        if (limit.aborted && !signal.aborted) throw new AppError('model-timeout', { cause: error });
        throw explain(error, [request.text]);
      }
    },
    async contextTokens() {
      const lengths = await Promise.all(models.map((model) => contexts.of(model)));
      return Math.min(...lengths.map(({ tokens }) => tokens));
    },
    async capabilities() {
      const all = async (feature: Feature) =>
        (await Promise.all(models.map((model) => features.has(model, feature)))).every(Boolean);
      const { answers } = await probe.result();
      return {
        answers,
        reasons: await features.reasons(thinkingModel),
        searches: await features.has(settings.model, 'web-search'),
        usesTools: await features.has(settings.model, 'tools'),
        seesPictures: (await all('pictures')) ? { ok: true } : { ok: false, reason: CANNOT.pictures },
        readsPdf: await all('documents'),
        contexts: await Promise.all(models.map((model) => contexts.of(model))),
      };
    },
  };
}

/** Texts of users, which a service may echo in an error. */
function textsOf({ messages, rounds = [] }: ModelRequest): string[] {
  return [
    ...messages.flatMap(({ content, documents = [] }) => [content, ...documents.map(({ name }) => name)]),
    ...rounds.flatMap(({ calls, results }) => [
      ...calls.map((call) => call.arguments),
      ...results.map(({ text }) => text),
    ]),
  ];
}

/** Content type of a web page, which indicates an address that is not an API. */
const PAGE = /text\/html/i;

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}
