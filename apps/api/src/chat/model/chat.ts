import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { dataUri } from './data-uri.ts';
import type { ModelMessage } from './model.ts';
import { errorInStream, instructionsFor, type Protocol, type Question } from './protocol.ts';
import type { ReplyWriter } from './reply-writer.ts';

/** The Chat Completions API, which every compatible server speaks. */
export const chat: Protocol = {
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

/** Joins neighbours of one role: many local models' templates refuse two questions in a row. */
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

type WireError = { code?: unknown; message?: unknown } | string | null;

/** OpenRouter's place for the address is the inner one. */
interface Annotation {
  type?: string;
  url?: string;
  url_citation?: { url?: string };
}

/** What we read of a chunk; `reasoning` and `reasoning_content` are the two names that servers give it. */
interface ChatChunk {
  choices?: {
    delta?: {
      content?: string | null;
      refusal?: string | null;
      reasoning_content?: string | null;
      reasoning?: string | null;
      annotations?: Annotation[] | null;
    };
    finish_reason?: string | null;
  }[];
  error?: WireError;
}

function readerOf(writer: ReplyWriter): (data: string) => boolean {
  return (data) => {
    const chunk = JSON.parse(data) as ChatChunk | null;
    if (chunk?.error) throw errorInStream(chunk.error);
    const choice = chunk?.choices?.[0];
    const delta = choice?.delta;
    if (delta) {
      const reasoning = delta.reasoning_content ?? delta.reasoning;
      if (reasoning) writer.reasoning(reasoning);
      if (delta.content) writer.text(delta.content);
      if (delta.refusal) writer.text(delta.refusal);
      for (const { type, url, url_citation } of delta.annotations ?? []) {
        const cited = url_citation?.url ?? url;
        if (type === 'url_citation' && cited) writer.source(cited, true);
      }
    }
    if (!choice?.finish_reason) return false;
    writer.ended(endReason(choice.finish_reason));
    return true;
  };
}

function endReason(finishReason: string): 'stop' | 'length' | 'filter' {
  if (finishReason === 'length') return 'length';
  return finishReason === 'content_filter' ? 'filter' : 'stop';
}

function textOf(answer: unknown): string {
  const completion = answer as { choices?: { message?: { content?: string | null } }[]; error?: WireError } | null;
  if (completion?.error) throw errorInStream(completion.error);
  return completion?.choices?.[0]?.message?.content ?? '';
}
