import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ModelRequest } from './model.ts';
import { errorInStream, instructionsFor, type Protocol, type Question } from './protocol.ts';
import type { ReplyWriter } from './reply-writer.ts';

/** The Chat Completions API, which every compatible server speaks. */
export const chat: Protocol = { path: '/chat/completions', bodyOf, readerOf };

function bodyOf(question: Question): ChatCompletionCreateParamsStreaming {
  const instructions = instructionsFor(question);
  return {
    model: question.model,
    messages: [
      ...(instructions === '' ? [] : [{ role: 'system' as const, content: instructions }]),
      ...alternating(question.messages),
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
function alternating(messages: ModelRequest['messages']): ModelRequest['messages'] {
  const joined: ModelRequest['messages'] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === message.role) last.content += `\n\n${message.content}`;
    else joined.push({ ...message });
  }
  return joined;
}

/** What we read of a chunk; `reasoning` and `reasoning_content` are the two names that servers give it. */
interface ChatChunk {
  choices?: {
    delta?: {
      content?: string | null;
      refusal?: string | null;
      reasoning_content?: string | null;
      reasoning?: string | null;
    };
    finish_reason?: string | null;
  }[];
  error?: { code?: unknown; message?: unknown } | string | null;
}

function readerOf(writer: ReplyWriter): (data: string) => boolean {
  return (data) => {
    const chunk = JSON.parse(data) as ChatChunk | null;
    const error = chunk?.error;
    if (error) throw errorInStream(typeof error === 'string' ? { message: error } : error);
    const choice = chunk?.choices?.[0];
    const delta = choice?.delta;
    if (delta) {
      const reasoning = delta.reasoning_content ?? delta.reasoning;
      if (reasoning) writer.reasoning(reasoning);
      if (delta.content) writer.text(delta.content);
      if (delta.refusal) writer.text(delta.refusal);
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
