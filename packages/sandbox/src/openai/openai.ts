import type { FindPages } from '../search/find-pages.ts';
import type { Exchange } from '../server/exchange.ts';
import type { RequestKind, RequestLog, SandboxRequest } from '../server/request-log.ts';
import type { StandIn } from '../stand-in.ts';
import { apiError, badKey, noJson, noKey, unknownUrl } from './api-error.ts';
import { demoReply } from './assistant/assistant.ts';
import { sendSpeech } from './audio/speech.ts';
import { sendTranscription } from './audio/transcriptions.ts';
import { isQueryRequest, queryReply } from './assistant/search-query.ts';
import { isSummaryRequest, summaryReply } from './assistant/summary.ts';
import { asksForWeb, reportResults, callTools } from './assistant/tool-use.ts';
import { isTitleRequest, titleReply } from './assistant/title.ts';
import { lastQuestion, readCall, type ModelCall } from './request/call.ts';
import type { ApiName } from './request/content.ts';
import { chatBody, chatFrames } from './reply/chat-completions.ts';
import { readEdit, readGeneration, type ImageRequest } from './images/image-request.ts';
import { sendPictures } from './images/images.ts';
import { modelList, modelNamed } from './models.ts';
import { sendModeration } from './moderations.ts';
import { billPart, billWhole } from './reply/bill.ts';
import { play } from './reply/play.ts';
import { isRecord } from './request/record.ts';
import { continueReply, type Rejection, type Reply } from './reply/reply.ts';
import { responsesBody, responsesFrames } from './reply/responses.ts';
import { scriptedReply } from './scenarios.ts';
import { scriptedCalls, withoutCalls } from './scripted-calls.ts';
import { reject, sendWhole } from './reply/send-whole.ts';
import { splitDocuments } from './request/wrapped-documents.ts';

interface OpenAiOptions {
  delayMs: number;
  faults: boolean;
  productName: string;
  now: () => number;
  find: FindPages;
  log: RequestLog;
}

const BASE = '/openai/v1';

const KINDS: Record<string, RequestKind> = {
  '/responses': 'reply',
  '/chat/completions': 'reply',
  '/images/generations': 'image',
  '/images/edits': 'image',
  '/audio/transcriptions': 'transcription',
  '/audio/speech': 'speech',
  '/moderations': 'moderation',
};

/**
 * Stands in for OpenAI's API: the demo assistant behind Responses and chat completions, pictures, transcriptions,
 * speech, models, moderations.
 */
export function createOpenAi({ delayMs, faults, productName, now, find, log }: OpenAiOptions): StandIn {
  const started = now();

  async function handle(exchange: Exchange): Promise<void> {
    const { method, path } = exchange;
    const place = path.slice(BASE.length);
    const entry = method === 'POST' ? log.begin(exchange, now(), KINDS[place] ?? 'other') : null;
    const bytes = await exchange.body();
    const key = exchange.bearer();
    if (key === null) return reject(exchange, noKey());
    if (faults && key === 'bad') return reject(exchange, badKey());
    if (method === 'GET' && place === '/models') return exchange.json(200, modelList(started));
    if (method === 'GET' && place.startsWith('/models/')) {
      const model = modelNamed(decodeURIComponent(place.slice('/models/'.length)), started);
      return 'status' in model ? reject(exchange, model) : exchange.json(200, model);
    }
    if (bytes === null) return reject(exchange, apiError({ status: 413, message: 'The request is too large.' }));
    if (!entry) return reject(exchange, unknownUrl(method, path));
    try {
      await answer(place, exchange, bytes, entry);
    } catch (error) {
      if (!exchange.signal.aborted) throw error;
    }
  }

  async function answer(place: string, exchange: Exchange, bytes: Buffer, entry: SandboxRequest): Promise<void> {
    if (place === '/images/edits') {
      return draw(exchange, await readEdit(bytes, exchange.request.headers['content-type'] ?? ''), entry);
    }
    if (place === '/audio/transcriptions') return sendTranscription(exchange, bytes, { faults, entry });
    const text = bytes.toString('utf8');
    const body = parsed(text);
    if (body) log.describe(entry, body, text.length);
    switch (place) {
      case '/images/generations':
        return draw(exchange, readGeneration(body), entry);
      case '/audio/speech':
        return sendSpeech(exchange, body, { delayMs, faults, entry });
      case '/responses':
        return body ? converse('responses', exchange, body, entry) : reject(exchange, noJson());
      case '/chat/completions':
        return body ? converse('chat', exchange, body, entry) : reject(exchange, noJson());
      case '/moderations':
        return body ? sendModeration(exchange, body, faults) : reject(exchange, noJson());
      default:
        return reject(exchange, unknownUrl(exchange.method, exchange.path));
    }
  }

  async function draw(exchange: Exchange, request: ImageRequest | Rejection, entry: SandboxRequest): Promise<void> {
    if ('status' in request) return reject(exchange, request);
    if (request.pictures.length > 0) log.describe(entry, request.fields, request.prompt.length);
    await sendPictures(exchange, request, { delayMs, faults, now: now(), entry });
  }

  async function converse(api: ApiName, exchange: Exchange, body: Record<string, unknown>, entry: SandboxRequest) {
    const call = readCall(api, body, crypto.randomUUID().replaceAll('-', ''), now());
    if ('status' in call) return reject(exchange, call);
    entry.kind = kindOf(call);
    const reply = replyTo(call, entry.kind);
    if ('status' in reply) return reject(exchange, reply);
    if (!call.stream) {
      entry.billed = billPart(reply, call, 0);
      return sendWhole(exchange, reply, () => {
        entry.billed = billWhole(reply, call);
        return api === 'responses' ? responsesBody(reply, call) : chatBody(reply, call);
      });
    }
    entry.status = 200;
    const frames = api === 'responses' ? responsesFrames(reply, call) : chatFrames(reply, call);
    entry.billed = billPart(reply, call, 0);
    let isWhole = false;
    try {
      isWhole = await play(exchange, frames, reply.pauseMs ?? delayMs, () => entry.deltas++);
    } finally {
      entry.billed = isWhole && reply.fault === null ? billWhole(reply, call) : billPart(reply, call, entry.deltas);
    }
  }

  function replyTo(call: ModelCall, kind: RequestKind): Reply | Rejection {
    const { messages, functions } = call;
    if (kind === 'title') return titleReply(messages);
    if (kind === 'query') return queryReply(messages);
    const question = lastQuestion(messages)?.text ?? '';
    if (kind === 'summary') {
      // Words of the conversation can make a summary fail, but not script it.
      const script = faults ? scriptedReply(question) : null;
      return script && 'status' in script ? script : summaryReply(messages);
    }
    const query = queryFor(question);
    const scripted = faults ? scriptedCalls(question, call) : null;
    if (scripted) return scripted;
    const used = callTools(call);
    const webSearch = call.webSearch && (functions.length === 0 || asksForWeb(question));
    if (used && !webSearch) return used;
    const hits = webSearch ? find(query) : null;
    const search = hits && { query, urls: hits.map(({ url }) => url), failed: false };
    const script = faults ? scriptedReply(withoutCalls(question), search) : null;
    const reply = script ??
      reportResults(call) ?? { ...demoReply({ messages, hits, now: now(), productName }), search };
    const last = messages.at(-1);
    return 'status' in reply ? reply : continueReply(reply, last?.role === 'assistant' ? last.text : '');
  }

  return {
    name: 'OpenAI',
    about: 'A demo assistant without a model behind it, pictures, transcriptions, and speech. For OPENAI_BASE_URL:',
    base: BASE,
    prefixes: [`${BASE}/`],
    handle,
    reset: () => {},
  };
}

/** Distinguishes titles and queries for the product from replies by their instructions. */
function kindOf({ instructions }: ModelCall): RequestKind {
  if (isTitleRequest(instructions)) return 'title';
  if (isSummaryRequest(instructions)) return 'summary';
  return isQueryRequest(instructions) ? 'query' : 'reply';
}

/** The query a model would search for: the question on one line, without scenario words. */
function queryFor(question: string): string {
  return splitDocuments(question)
    .text.replace(/\[\[[^[\]]{0,40}\]\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
