import type {
  EasyInputMessage,
  ResponseCreateParamsStreaming,
  ResponseInputContent,
} from 'openai/resources/responses/responses';
import { dataUri } from '../request/data-uri.ts';
import type { ModelMessage } from '../model.ts';
import { errorIn, instructionsFor, toApiError, type Protocol, type Question, type WireError } from './protocol.ts';
import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';
import { readSearch, type WebSearchItem } from './responses-search.ts';
import { stringOf, textIn } from './write-content.ts';

/** OpenAI's Responses API. */
export const responses: Protocol = {
  path: '/responses',
  bodyOf,
  readerOf,
  effortField: (effort) => ({ reasoning: { effort } }),
  textOf,
};

const MAX_SEARCHES = 4;

function bodyOf(question: Question): ResponseCreateParamsStreaming {
  return {
    model: question.model,
    instructions: instructionsFor(question),
    input: question.messages.map(inputOf),
    stream: true,
    store: false,
    max_output_tokens: question.maxOutputTokens,
    safety_identifier: question.safetyIdentifier,
    prompt_cache_key: question.conversationId,
    ...(question.thinking && question.reasons ? { reasoning: { effort: 'medium', summary: 'auto' } } : {}),
    ...(question.webSearch
      ? {
          tools: [{ type: 'web_search' }],
          include: ['web_search_call.action.sources'],
          max_tool_calls: MAX_SEARCHES,
        }
      : {}),
  };
}

function inputOf({ role, content, pictures = [], documents = [] }: ModelMessage): EasyInputMessage {
  if (pictures.length + documents.length === 0) return { role, content };
  const parts: ResponseInputContent[] = [
    ...documents.map((document) => ({
      type: 'input_file' as const,
      filename: document.name,
      file_data: dataUri(document),
    })),
    ...pictures.map((picture) => ({
      type: 'input_image' as const,
      detail: 'auto' as const,
      image_url: dataUri(picture),
    })),
  ];
  if (content !== '') parts.push({ type: 'input_text', text: content });
  return { role, content: parts };
}

interface WireItem extends WebSearchItem {
  content?: { type?: string; text?: unknown }[];
}

/** The parts of a response that we read; services may omit any of them. */
interface WireResponse {
  status?: string;
  output?: WireItem[];
  error?: WireError | null;
  incomplete_details?: { reason?: string } | null;
}

interface Annotation {
  type?: string;
  url?: unknown;
}

/** The parts of an event that we read; services also send unknown types. */
interface ResponsesEvent {
  type?: string;
  delta?: unknown;
  output_index?: number;
  summary_index?: number;
  item?: WireItem;
  annotation?: Annotation | null;
  part?: { annotations?: Annotation[] };
  response?: WireResponse;
  error?: WireError | null;
  code?: unknown;
  message?: unknown;
}

function readerOf(deltas: DeltaNormalizer): (data: string) => boolean {
  let reasoningPart = '';
  const cite = (annotation: Annotation | null | undefined) => {
    const url = stringOf(annotation?.url);
    if (annotation?.type === 'url_citation' && url) deltas.source(url, true);
  };
  return (data) => {
    const event = JSON.parse(data) as ResponsesEvent | null;
    switch (event?.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        deltas.text(textIn(event.delta));
        return false;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta': {
        const part = `${event.output_index}/${event.summary_index}`;
        const isLater = part !== reasoningPart && deltas.hasOwnReasoning;
        reasoningPart = part;
        const delta = textIn(event.delta);
        deltas.reasoning(isLater ? `\n\n${delta}` : delta);
        return false;
      }
      case 'response.output_item.added':
      case 'response.output_item.done':
        if (event.item) readSearch(event.item, event.type.endsWith('done'), deltas);
        return false;
      case 'response.output_text.annotation.added':
        cite(event.annotation);
        return false;
      case 'response.content_part.done':
        for (const annotation of event.part?.annotations ?? []) cite(annotation);
        return false;
      case 'response.completed':
        if (event.response?.status === 'failed') throw toApiError(event.response.error);
        deltas.ended('stop');
        return true;
      case 'response.incomplete':
        deltas.ended(event.response?.incomplete_details?.reason === 'content_filter' ? 'filter' : 'length');
        return true;
      case 'response.failed':
        throw toApiError(event.response?.error);
      case 'error':
        throw toApiError(event.error ?? event);
      default: {
        const error = event?.type === undefined ? errorIn(event) : null;
        if (error) throw error;
        return false;
      }
    }
  };
}

function textOf(answer: unknown): string {
  const response = answer as WireResponse | null;
  if (response?.status === 'failed') throw toApiError(response.error);
  const error = errorIn(answer);
  if (error) throw error;
  const parts = response?.output?.flatMap(({ content }) => content ?? []) ?? [];
  return parts.map((part) => (part.type === 'output_text' ? textIn(part.text) : '')).join('');
}
