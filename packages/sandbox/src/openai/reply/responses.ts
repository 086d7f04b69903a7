import type {
  Response,
  ResponseFunctionToolCall,
  ResponseFunctionWebSearch,
  ResponseOutputItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import type { ModelCall } from '../request/call.ts';
import { sign } from '../request/function-results.ts';
import { citations } from './citations.ts';
import { faultFrames } from './fault-frames.ts';
import { tokens, wordPieces, type Frame, type Reply, type ReplySearch } from './reply.ts';

type WireResponse = Omit<Response, 'output_text'>;
type WireEvent<Event = ResponseStreamEvent> = Event extends { response: Response }
  ? Omit<Event, 'response' | 'sequence_number'> & { response: WireResponse }
  : Event extends ResponseStreamEvent
    ? Omit<Event, 'sequence_number'>
    : never;

/** Duration of a search, in pieces of text. */
const SEARCH_PIECES = 24;

const FAILURE = { code: 'server_error', message: 'The server had an error while processing your request.' } as const;

/** Encodes a reply as events of the Responses API. */
export function* responsesFrames(reply: Reply, call: ModelCall): Generator<Frame> {
  let sequence = 0;
  const frame = (kind: 'event' | 'delta', event: WireEvent): Frame => {
    const data = JSON.stringify({ ...event, sequence_number: sequence++ });
    return { kind, bytes: `event: ${event.type}\ndata: ${data}\n\n` };
  };
  const event = (value: WireEvent) => frame('event', value);
  const delta = (value: WireEvent) => frame('delta', value);

  const begun = responseObject(call, 'in_progress', []);
  yield event({ type: 'response.created', response: begun });
  yield event({ type: 'response.in_progress', response: begun });

  const output: ResponseOutputItem[] = [];
  if (call.reasoning || call.signsReasoning) {
    const item = reasoningItem(reply, call);
    const place = { item_id: item.id, output_index: 0 };
    yield event({ type: 'response.output_item.added', output_index: 0, item: { ...item, summary: [] } });
    for (const [summary_index, part] of item.summary.entries()) {
      const at = { ...place, summary_index };
      yield event({ type: 'response.reasoning_summary_part.added', ...at, part: { ...part, text: '' } });
      for (const piece of wordPieces(part.text)) {
        yield delta({ type: 'response.reasoning_summary_text.delta', ...at, delta: piece });
      }
      yield event({ type: 'response.reasoning_summary_text.done', ...at, text: part.text });
      yield event({ type: 'response.reasoning_summary_part.done', ...at, part });
    }
    yield event({ type: 'response.output_item.done', output_index: 0, item });
    output.push(item);
  }

  if (reply.search) {
    const item = searchItem(reply.search, call);
    const output_index = output.length;
    const at = { item_id: item.id, output_index };
    const { query } = reply.search;
    yield event({
      type: 'response.output_item.added',
      output_index,
      item: { ...item, status: 'in_progress', action: { type: 'search', query } },
    });
    yield event({ type: 'response.web_search_call.in_progress', ...at });
    yield event({ type: 'response.web_search_call.searching', ...at });
    yield { kind: 'wait', pieces: SEARCH_PIECES };
    if (!reply.search.failed) yield event({ type: 'response.web_search_call.completed', ...at });
    yield event({ type: 'response.output_item.done', output_index, item });
    output.push(item);
  }

  if (reply.pieces.length === 0 && reply.calls.length > 0) {
    yield* functionFrames();
    return;
  }
  const item = messageItem(reply, call);
  const output_index = output.length;
  const at = { item_id: item.id, output_index, content_index: 0 };
  yield event({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, status: 'in_progress', content: [] },
  });
  yield event({ type: 'response.content_part.added', ...at, part: messagePart(reply, '') });
  const pending = [...annotations(reply, reply.pieces.join('')).entries()];
  let said = 0;
  const say = function* (pieces: string[]) {
    for (const piece of pieces) {
      yield reply.refused
        ? delta({ type: 'response.refusal.delta', ...at, delta: piece })
        : delta({ type: 'response.output_text.delta', ...at, delta: piece, logprobs: [] });
      said += piece.length;
      while (pending[0] && pending[0][1].end_index <= said) {
        const [annotation_index, annotation] = pending[0];
        pending.shift();
        yield event({ type: 'response.output_text.annotation.added', ...at, annotation_index, annotation });
      }
    }
  };
  const faultAt = reply.fault?.after ?? reply.pieces.length;
  yield* say(reply.pieces.slice(0, faultAt));
  if (reply.fault) {
    const failed = { ...responseObject(call, 'failed', output), error: FAILURE };
    const over = yield* faultFrames(reply.fault.kind, {
      error: () => event({ type: 'error', ...FAILURE, param: null }),
      failed: () => event({ type: 'response.failed', response: failed }),
    });
    if (over) return;
  }
  yield* say(reply.pieces.slice(faultAt));

  const text = reply.pieces.join('');
  yield reply.refused
    ? event({ type: 'response.refusal.done', ...at, refusal: text })
    : event({ type: 'response.output_text.done', ...at, text, logprobs: [] });
  yield event({ type: 'response.content_part.done', ...at, part: messagePart(reply, text) });
  yield event({ type: 'response.output_item.done', output_index, item });
  output.push(item);
  yield* functionFrames();

  function* functionFrames(): Generator<Frame> {
    for (const called of functionItems(reply, call)) {
      const place = { item_id: called.id ?? '', output_index: output.length };
      yield event({
        type: 'response.output_item.added',
        output_index: output.length,
        item: { ...called, status: 'in_progress', arguments: '' },
      });
      for (const piece of wordPieces(called.arguments)) {
        yield delta({ type: 'response.function_call_arguments.delta', ...place, delta: piece });
      }
      const { arguments: given } = called;
      yield event({ type: 'response.function_call_arguments.done', ...place, arguments: given });
      yield event({ type: 'response.output_item.done', output_index: output.length, item: called });
      output.push(called);
    }
    const response = responsesBody(reply, call);
    yield event({ type: response.status === 'incomplete' ? 'response.incomplete' : 'response.completed', response });
  }
}

/** Encodes a reply as a single body of the Responses API. */
export function responsesBody(reply: Reply, call: ModelCall): WireResponse {
  const output: ResponseOutputItem[] = call.reasoning || call.signsReasoning ? [reasoningItem(reply, call)] : [];
  if (reply.search) output.push(searchItem(reply.search, call));
  if (reply.pieces.length > 0 || reply.calls.length === 0) output.push(messageItem(reply, call));
  output.push(...functionItems(reply, call));
  if (reply.fault?.kind === 'failed') return { ...responseObject(call, 'failed', []), error: FAILURE };
  const reasoning_tokens = call.reasoning ? tokens(reply.reasoning.join('')) : 0;
  const output_tokens = tokens(reply.pieces.join('')) + reasoning_tokens;
  return {
    ...responseObject(call, reply.ending === 'length' ? 'incomplete' : 'completed', output),
    incomplete_details: reply.ending === 'length' ? { reason: 'max_output_tokens' } : null,
    usage: {
      input_tokens: call.inputTokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens,
      output_tokens_details: { reasoning_tokens },
      total_tokens: call.inputTokens + output_tokens,
    },
  };
}

function responseObject(call: ModelCall, status: WireResponse['status'] & string, output: ResponseOutputItem[]) {
  return {
    id: `resp_${call.id}`,
    object: 'response',
    created_at: call.created,
    status,
    model: call.model,
    output,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    top_p: 1,
    tool_choice: 'auto',
    tools: [],
    access_programs: null,
  } satisfies WireResponse;
}

function reasoningItem(reply: Reply, call: ModelCall) {
  const summary = call.reasoning ? reply.reasoning.map((text) => ({ type: 'summary_text' as const, text })) : [];
  const signed = call.signsReasoning ? { encrypted_content: sign(call.id) } : {};
  return { id: `rs_${call.id}`, type: 'reasoning' as const, summary, ...signed };
}

function functionItems({ calls }: Reply, { id }: ModelCall): ResponseFunctionToolCall[] {
  return calls.map((called, index) => ({
    id: `fc_${id}_${index}`,
    type: 'function_call' as const,
    call_id: `call_${id}_${index}`,
    name: called.name,
    arguments: called.arguments,
    status: 'completed' as const,
  }));
}

function searchItem({ query, urls, failed }: ReplySearch, call: ModelCall) {
  const sources = call.includeSources ? { sources: urls.map((url) => ({ type: 'url' as const, url })) } : {};
  return {
    id: `ws_${call.id}`,
    type: 'web_search_call',
    status: failed ? 'failed' : 'completed',
    action: { type: 'search', query, queries: [query], ...(failed ? {} : sources) },
  } satisfies ResponseFunctionWebSearch;
}

function annotations(reply: Reply, text: string) {
  if (!reply.search || reply.refused) return [];
  return citations(text).map(({ url, title, start, end }) => ({
    type: 'url_citation' as const,
    url,
    title,
    start_index: start,
    end_index: end,
  }));
}

function messageItem(reply: Reply, call: ModelCall) {
  return {
    id: `msg_${call.id}`,
    type: 'message' as const,
    status: reply.ending === 'length' ? ('incomplete' as const) : ('completed' as const),
    role: 'assistant' as const,
    content: [messagePart(reply, reply.pieces.join(''))],
  };
}

function messagePart(reply: Reply, text: string) {
  return reply.refused
    ? { type: 'refusal' as const, refusal: text }
    : { type: 'output_text' as const, text, annotations: annotations(reply, text), logprobs: [] };
}
