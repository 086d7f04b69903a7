import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { dataUri } from '../request/data-uri.ts';
import type { ModelMessage } from '../model.ts';
import { errorIn, instructionsFor, toApiError, type Protocol, type Question, type WireError } from './protocol.ts';
import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';
import { stringOf, textIn, writeContent } from './write-content.ts';

/** The Chat Completions API, which every compatible service supports. */
export const chatCompletions: Protocol = {
  path: '/chat/completions',
  bodyOf,
  readerOf,
  effortField: (effort) => ({ reasoning_effort: effort }),
  textOf,
};

function bodyOf(question: Question): ChatCompletionCreateParamsStreaming {
  const instructions = instructionsFor(question);
  return {
    model: question.model,
    messages: [
      ...(instructions === '' ? [] : [{ role: 'system' as const, content: instructions }]),
      ...alternating(question.messages).map(messageOf),
    ],
    stream: true,
    ...(question.isOpenAi
      ? {
          store: false,
          max_completion_tokens: question.maxOutputTokens,
          safety_identifier: question.safetyIdentifier,
          prompt_cache_key: question.conversationId,
        }
      : { max_tokens: question.maxOutputTokens }),
    ...(question.thinking && question.reasons ? { reasoning_effort: 'medium' } : {}),
  };
}

/** Joins consecutive messages of one role: many local models' templates reject two questions in a row. */
function alternating(messages: ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role !== message.role) joined.push({ ...message });
    else {
      last.content = [last.content, message.content].filter(Boolean).join('\n\n');
      last.pictures = [...(last.pictures ?? []), ...(message.pictures ?? [])];
      last.documents = [...(last.documents ?? []), ...(message.documents ?? [])];
    }
  }
  return joined;
}

function messageOf({ role, content, pictures = [], documents = [] }: ModelMessage): ChatCompletionMessageParam {
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

/** OpenRouter nests the address in `url_citation`. */
interface Annotation {
  type?: string;
  url?: unknown;
  url_citation?: { url?: unknown };
}

/** The parts of a chunk that we read; services use either `reasoning` or `reasoning_content`. */
interface ChatChunk {
  choices?: {
    delta?: {
      content?: unknown;
      refusal?: unknown;
      reasoning_content?: unknown;
      reasoning?: unknown;
      annotations?: Annotation[] | null;
    };
    finish_reason?: string | null;
    error?: WireError | null;
  }[];
}

function readerOf(deltas: DeltaNormalizer): (data: string) => boolean {
  return (data) => {
    const chunk = JSON.parse(data) as ChatChunk | null;
    const error = errorIn(chunk);
    if (error) throw error;
    const choice = chunk?.choices?.[0];
    const delta = choice?.delta;
    if (delta) {
      deltas.reasoning(textIn(delta.reasoning_content) || textIn(delta.reasoning));
      writeContent(delta.content, deltas);
      deltas.text(stringOf(delta.refusal));
      for (const { type, url, url_citation } of delta.annotations ?? []) {
        const cited = stringOf(url_citation?.url ?? url);
        if (type === 'url_citation' && cited) deltas.source(cited, true);
      }
    }
    if (!choice?.finish_reason) return false;
    if (choice.finish_reason === 'error') throw toApiError(choice.error ?? 'The reply ended with an error.');
    deltas.ended(endReason(choice.finish_reason));
    return true;
  };
}

function endReason(finishReason: string): 'stop' | 'length' | 'filter' {
  if (finishReason === 'length') return 'length';
  return finishReason === 'content_filter' ? 'filter' : 'stop';
}

function textOf(answer: unknown): string {
  const error = errorIn(answer);
  if (error) throw error;
  const completion = answer as { choices?: { message?: { content?: unknown } }[] } | null;
  return textIn(completion?.choices?.[0]?.message?.content);
}
