import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
import { errorInStream, instructionsFor, type Protocol, type Question } from './protocol.ts';
import type { ReplyWriter } from './reply-writer.ts';

/** OpenAI's Responses API. */
export const responses: Protocol = { path: '/responses', bodyOf, readerOf };

function bodyOf(question: Question): ResponseCreateParamsStreaming {
  return {
    model: question.model,
    instructions: instructionsFor(question),
    input: question.messages,
    stream: true,
    store: false,
    max_output_tokens: question.maxOutputTokens,
    safety_identifier: question.safetyIdentifier,
    prompt_cache_key: question.conversationId,
    ...(question.thinking && question.reasons ? { reasoning: { effort: 'medium', summary: 'auto' } } : {}),
  };
}

/** What we read of an event; servers leave out what they like, and send types that we do not know. */
interface ResponsesEvent {
  type?: string;
  delta?: string;
  output_index?: number;
  summary_index?: number;
  response?: {
    error?: { code?: unknown; message?: unknown } | null;
    incomplete_details?: { reason?: string } | null;
  };
  error?: { code?: unknown; message?: unknown } | null;
  code?: unknown;
  message?: unknown;
}

function readerOf(writer: ReplyWriter): (data: string) => boolean {
  let reasoningPart = '';
  return (data) => {
    const event = JSON.parse(data) as ResponsesEvent | null;
    switch (event?.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        writer.text(event.delta ?? '');
        return false;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta': {
        const part = `${event.output_index}/${event.summary_index}`;
        const isLater = part !== reasoningPart && writer.hasOwnReasoning;
        reasoningPart = part;
        writer.reasoning(isLater ? `\n\n${event.delta ?? ''}` : (event.delta ?? ''));
        return false;
      }
      case 'response.completed':
        writer.ended('stop');
        return true;
      case 'response.incomplete':
        writer.ended(event.response?.incomplete_details?.reason === 'content_filter' ? 'filter' : 'length');
        return true;
      case 'response.failed':
        throw errorInStream(event.response?.error);
      case 'error':
        throw errorInStream(event.error ?? event);
      default:
        if (event?.error) throw errorInStream(event.error);
        return false;
    }
  };
}
