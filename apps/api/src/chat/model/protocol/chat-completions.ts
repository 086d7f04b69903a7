import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { dataUri } from '../request/data-uri.ts';
import type { ModelMessage, ModelRound } from '../model.ts';
import { roundsAsMessages } from '../request/rounds-as-messages.ts';
import { errorIn, instructionsFor, PICTURES_SHOWN, toApiError, type Protocol, type Question } from './protocol.ts';
import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';
import { CallReader, callsMessage, type WireCall } from './chat-calls.ts';
import { readExecutedTool, type ExecutedTool } from './executed-tools.ts';
import { readCounts } from './read-counts.ts';
import { allTextIn, stringOf, textIn, writeContent } from './write-content.ts';
import type { WireError } from '../wire-error.ts';

/** The Chat Completions API, which every compatible service supports. */
export const chatCompletions: Protocol = {
  path: '/chat/completions',
  messagesField: 'messages',
  bodyOf,
  readerOf,
  countsIn: (answer) => readCounts((answer as ChatChunk | null)?.usage),
  effortField: (effort) => ({ reasoning_effort: effort }),
  textOf,
};

/** Asks OpenRouter for the pictures of a model. The SDK knows only OpenAI's modalities. */
const WITH_PICTURES: object = { modalities: ['image', 'text'] };

function bodyOf(question: Question): ChatCompletionCreateParamsStreaming {
  const instructions = instructionsFor(question);
  const { tools = [], rounds = [] } = question;
  // Many services refuse calls in a request without tools.
  const messages = tools.length > 0 ? question.messages : roundsAsMessages(question);
  const asWords = question.hasNoSystemRole ? [{ role: 'user' as const, content: instructions }] : [];
  return {
    model: question.model,
    messages: [
      ...(instructions === '' || question.hasNoSystemRole ? [] : [{ role: 'system' as const, content: instructions }]),
      ...alternating([...asWords, ...messages]).map(messageOf),
      ...(tools.length > 0 ? rounds.flatMap(roundOf) : []),
    ],
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })) }),
    ...(question.isOpenAi
      ? {
          store: false,
          max_completion_tokens: question.maxOutputTokens,
          safety_identifier: question.safetyIdentifier,
          prompt_cache_key: question.conversationId,
        }
      : { max_tokens: question.maxOutputTokens }),
    ...(question.draws && WITH_PICTURES),
    ...effortOf(question),
  };
}

function effortOf({ thinking, reasons, callsWithoutReasoning }: Question): { reasoning_effort?: 'none' | 'medium' } {
  // Some models reason by default.
  if (callsWithoutReasoning) return { reasoning_effort: 'none' };
  return thinking && reasons ? { reasoning_effort: 'medium' } : {};
}

/** Joins consecutive messages of one role: many local models' templates reject two questions in a row. */
function alternating(messages: ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role !== message.role) joined.push(message);
    else {
      joined[joined.length - 1] = {
        role: last.role,
        content: [last.content, message.content].filter(Boolean).join('\n\n'),
        pictures: [...(last.pictures ?? []), ...(message.pictures ?? [])],
        documents: [...(last.documents ?? []), ...(message.documents ?? [])],
      };
    }
  }
  return joined;
}

function messageOf(message: ModelMessage): ChatCompletionMessageParam {
  const { role, content, pictures = [], documents = [] } = message;
  // The same object in each request, so that it is serialized once.
  if (!message.pictures && !message.documents) return message;
  if (role === 'assistant' || pictures.length + documents.length === 0) return { role, content };
  const parts: ChatCompletionContentPart[] = [
    ...documents.map((document) => ({
      type: 'file' as const,
      file: { filename: document.name, file_data: dataUri(document) },
    })),
    ...pictures.map((picture) => ({ type: 'image_url' as const, image_url: { url: dataUri(picture) } })),
  ];
  if (content !== '') parts.push({ type: 'text', text: content });
  return { role, content: parts };
}

function roundOf(round: ModelRound): ChatCompletionMessageParam[] {
  const { calls, results } = round;
  const pictures = results.flatMap((result) => result.pictures ?? []);
  return [
    callsMessage(round),
    ...calls.map(({ id }, index) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: results[index]?.text ?? '',
    })),
    ...(pictures.length > 0 ? [messageOf({ role: 'user', content: PICTURES_SHOWN, pictures })] : []),
  ];
}

interface Page {
  url?: unknown;
  title?: unknown;
}

/** OpenRouter nests the address in `url_citation`. */
interface Annotation extends Page {
  type?: string;
  url_citation?: Page;
}

interface WireImage {
  image_url?: { url?: unknown } | null;
}

/** The parts of a message or a delta that we read. Services name reasoning differently, and some send it twice. */
interface ChatDelta {
  content?: unknown;
  refusal?: unknown;
  reasoning_content?: unknown;
  reasoning?: unknown;
  reasoning_text?: unknown;
  thinking?: unknown;
  reasoning_details?: unknown;
  thinking_blocks?: unknown;
  annotations?: unknown;
  /** The pictures that a model of OpenRouter or another gateway drew. */
  images?: unknown;
  executed_tools?: unknown;
  tool_calls?: unknown;
  /** The one call of services that know only the API before `tool_calls`. */
  function_call?: WireCall['function'];
}

/** A chunk, or a whole answer, which has a message in place of the delta. */
interface ChatChunk {
  usage?: unknown;
  /** The pages that Perplexity and xAI have searched themselves, in the order of the numbers in the text. */
  search_results?: unknown;
  citations?: unknown;
  choices?: {
    delta?: ChatDelta;
    message?: ChatDelta;
    finish_reason?: unknown;
    error?: WireError | null;
    /** Moonshot's place for the counts. */
    usage?: unknown;
  }[];
}

/** The reasons of the services that end a reply other than with `stop`, in lower case. */
const END_REASONS: Record<string, 'length' | 'filter' | 'error'> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  // Mistral
  model_length: 'length',
  content_filter: 'filter',
  // Claude
  refusal: 'filter',
  // Gemini
  safety: 'filter',
  recitation: 'filter',
  prohibited_content: 'filter',
  blocklist: 'filter',
  // Bedrock
  content_filtered: 'filter',
  guardrail_intervened: 'filter',
  // Zhipu
  sensitive: 'filter',
  network_error: 'error',
  // DeepSeek
  insufficient_system_resource: 'error',
  // vLLM
  abort: 'error',
  cancelled: 'error',
  error: 'error',
};

/** Gemini's reasons when the model wrote a call wrongly, which it then leaves out. */
const BAD_CALL = /malformed_function_call|unexpected_tool_call/i;

function readerOf(deltas: DeltaNormalizer): (data: string) => boolean {
  const reader = new CallReader(deltas);
  let isOver = false;
  return (data) => {
    const chunk = JSON.parse(data) as ChatChunk | null;
    const error = errorIn(chunk);
    if (error) throw error;
    const choice = chunk?.choices?.[0];
    deltas.used(readCounts(chunk?.usage ?? choice?.usage));
    if (chunk?.search_results || chunk?.citations) addPages(chunk, deltas);
    // Some services send the last words after the reason, and some repeat the whole message.
    const delta = choice?.delta ?? (isOver ? undefined : choice?.message);
    if (delta) {
      deltas.reasoning(reasoningIn(delta));
      reader.reasoning(stringOf(delta.reasoning_content));
      if (delta.reasoning_details || delta.thinking_blocks) reader.blocks(delta);
      writeContent(delta.content, deltas);
      deltas.text(stringOf(delta.refusal));
      for (const tool of listOf<ExecutedTool>(delta.executed_tools)) readExecutedTool(tool ?? {}, deltas);
      for (const image of listOf<WireImage>(delta.images)) deltas.drew(stringOf(image?.image_url?.url));
      for (const annotation of listOf<Annotation>(delta.annotations)) {
        const { url, title } = annotation?.url_citation ?? annotation ?? {};
        const cited = stringOf(url);
        if (annotation?.type === 'url_citation' && cited) deltas.source(cited, true, stringOf(title));
      }
    }
    for (const [position, call] of callsIn(delta).entries()) if (call) reader.call(call, position);
    if (choice?.error) throw toApiError(choice.error);
    if (!choice?.finish_reason || choice.finish_reason === 'null') return false;
    const reason = END_REASONS[stringOf(choice.finish_reason).toLowerCase()] ?? 'stop';
    if (reason === 'error') throw toApiError('The reply ended with an error.');
    if (!deltas.hasBegun && BAD_CALL.test(stringOf(choice.finish_reason))) throw toApiError('Failed to call a tool.');
    deltas.ended(reason);
    isOver = true;
    return true;
  };
}

function callsIn(delta: ChatDelta | undefined): (WireCall | null)[] {
  if (Array.isArray(delta?.tool_calls)) return delta.tool_calls;
  return delta?.function_call ? [{ function: delta.function_call }] : [];
}

/** The fields of a delta that may have reasoning, the most usual first. */
const REASONING = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking', 'reasoning_details'] as const;

function reasoningIn(delta: ChatDelta): string {
  for (const field of REASONING) {
    // Nearly every delta has none of them.
    const text = delta[field] ? allTextIn(delta[field]) : '';
    if (text !== '') return text;
  }
  return '';
}

function addPages({ search_results, citations }: ChatChunk, deltas: DeltaNormalizer): void {
  for (const page of [...listOf<Page>(search_results), ...listOf<Page | string>(citations)]) {
    const { url, title } = typeof page === 'string' ? { url: page } : (page ?? {});
    if (stringOf(url)) deltas.source(stringOf(url), true, stringOf(title));
  }
}

function listOf<Item>(list: unknown): (Item | null)[] {
  return Array.isArray(list) ? list : [];
}

function textOf(answer: unknown): string {
  const error = errorIn(answer);
  if (error) throw error;
  const completion = answer as { choices?: { message?: { content?: unknown } }[] } | null;
  return textIn(completion?.choices?.[0]?.message?.content);
}
