import type {
  EasyInputMessage,
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { dataUri } from '../request/data-uri.ts';
import type { ModelMessage, ModelRound } from '../model.ts';
import { errorIn, instructionsFor, PICTURES_SHOWN, toApiError } from './protocol.ts';
import type { Protocol, Question } from './protocol.ts';
import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';
import { readCounts } from './read-counts.ts';
import { readSearch, type WebSearchItem } from './responses-search.ts';
import { stringOf, textIn } from './write-content.ts';
import type { WireError } from '../wire-error.ts';

/** OpenAI's Responses API. */
export const responses: Protocol = {
  path: '/responses',
  messagesField: 'input',
  bodyOf,
  readerOf,
  countsIn: (answer) => readCounts((answer as WireResponse | null)?.usage),
  effortField: (effort) => ({ reasoning: { effort } }),
  textOf,
};

const MAX_SEARCHES = 4;

function bodyOf(question: Question): ResponseCreateParamsStreaming {
  const { tools = [], rounds = [] } = question;
  const offered = [
    ...(question.webSearch ? [{ type: 'web_search' as const }] : []),
    ...tools.map((tool) => ({ type: 'function' as const, ...tool, strict: false })),
  ];
  const include = [
    ...(question.webSearch ? ['web_search_call.action.sources' as const] : []),
    ...(tools.length > 0 && question.signsReasoning ? ['reasoning.encrypted_content' as const] : []),
  ];
  return {
    model: question.model,
    instructions: instructionsFor(question),
    input: [...question.messages.map(inputOf), ...rounds.flatMap(roundOf)],
    stream: true,
    store: false,
    max_output_tokens: question.maxOutputTokens,
    safety_identifier: question.safetyIdentifier,
    prompt_cache_key: question.conversationId,
    ...(question.thinking && question.reasons ? { reasoning: { effort: 'medium', summary: 'auto' } } : {}),
    ...(offered.length > 0 && { tools: offered }),
    ...(include.length > 0 && { include }),
    ...(question.webSearch && { max_tool_calls: MAX_SEARCHES }),
  };
}

function inputOf(message: ModelMessage): EasyInputMessage {
  const { role, content, pictures = [], documents = [] } = message;
  // The same object in each request, so that it is serialized once.
  if (!message.pictures && !message.documents) return message;
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

function roundOf({ text, calls, results, state }: ModelRound): ResponseInputItem[] {
  const pictures = results.flatMap((result) => result.pictures ?? []);
  return [
    ...(state as ResponseInputItem[]),
    ...(text.trim() === '' ? [] : [{ role: 'assistant' as const, content: text }]),
    ...calls.map((call) => ({
      type: 'function_call' as const,
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
    })),
    ...calls.map(({ id }, index) => ({
      type: 'function_call_output' as const,
      call_id: id,
      output: results[index]?.text ?? '',
    })),
    ...(pictures.length > 0 ? [inputOf({ role: 'user', content: PICTURES_SHOWN, pictures })] : []),
  ];
}

interface WireItem extends WebSearchItem {
  call_id?: unknown;
  name?: unknown;
  arguments?: unknown;
  encrypted_content?: unknown;
  content?: { type?: string; text?: unknown; refusal?: unknown; annotations?: Annotation[] | null }[];
  summary?: { text?: unknown }[];
}

/** The parts of a response that we read; services may omit any of them. */
interface WireResponse {
  status?: string;
  output?: WireItem[];
  error?: WireError | null;
  usage?: unknown;
  incomplete_details?: { reason?: string } | null;
}

interface Annotation {
  type?: string;
  url?: unknown;
  title?: unknown;
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
    if (annotation?.type === 'url_citation' && url) deltas.source(url, true, stringOf(annotation.title));
  };
  return (data) => {
    const event = JSON.parse(data) as ResponsesEvent | null;
    deltas.used(readCounts(event?.response?.usage));
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
        if (event.item) readItem(event.item, event.type.endsWith('done'), deltas);
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
        deltas.ended(cutBy(event.response));
        return true;
      case 'response.failed':
        throw toApiError(event.response?.error);
      case 'error':
        throw toApiError(event.error ?? event);
      default: {
        if (event?.type !== undefined) return false;
        const error = errorIn(event);
        if (error) throw error;
        return readWhole(event as WireResponse | null);
      }
    }
  };

  /** Reads a response that its service sent whole; false if it is none. */
  function readWhole(response: WireResponse | null): boolean {
    if (!Array.isArray(response?.output)) return false;
    for (const item of response.output) {
      const summary = item.summary?.map(({ text }) => textIn(text)) ?? [];
      deltas.reasoning(summary.join('\n\n'));
      for (const { text, refusal, annotations } of item.type === 'reasoning' ? [] : (item.content ?? [])) {
        deltas.text(textIn(text) || stringOf(refusal));
        for (const annotation of annotations ?? []) cite(annotation);
      }
      readItem(item, true, deltas);
    }
    deltas.used(readCounts(response.usage));
    deltas.ended(response.status === 'incomplete' ? cutBy(response) : 'stop');
    return true;
  }
}

function cutBy(response: WireResponse | undefined): 'filter' | 'length' {
  return response?.incomplete_details?.reason === 'content_filter' ? 'filter' : 'length';
}

/** Reads an output item that begins or, when `isDone`, is complete. */
function readItem(item: WireItem, isDone: boolean, deltas: DeltaNormalizer): void {
  readSearch(item, isDone, deltas);
  if (!isDone) return;
  if (item.type === 'function_call') {
    const id = stringOf(item.call_id);
    deltas.call(id, { id, name: stringOf(item.name), arguments: stringOf(item.arguments) });
  }
  // Unsigned reasoning is of no use to a service that stores nothing.
  if (item.type === 'reasoning' && typeof item.encrypted_content === 'string') deltas.state(item);
}

function textOf(answer: unknown): string {
  const response = answer as WireResponse | null;
  if (response?.status === 'failed') throw toApiError(response.error);
  const error = errorIn(answer);
  if (error) throw error;
  const parts = response?.output?.flatMap(({ content }) => content ?? []) ?? [];
  return parts.map((part) => (part.type === 'output_text' ? textIn(part.text) : '')).join('');
}
