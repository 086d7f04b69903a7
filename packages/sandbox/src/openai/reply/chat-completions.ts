import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import { serverError } from '../api-error.ts';
import type { ModelCall } from '../request/call.ts';
import { faultFrames } from './fault-frames.ts';
import { tokens, wordPieces, type Frame, type Reply } from './reply.ts';

/** Several compatible servers add `reasoning_content` to the official shape. */
type Delta = ChatCompletionChunk.Choice.Delta & { reasoning_content?: string };

type FinishReason = 'stop' | 'length' | 'tool_calls';

/** Encodes a reply as chunks of chat completions. */
export function* chatFrames(reply: Reply, call: ModelCall): Generator<Frame> {
  const frame = (kind: 'event' | 'delta', value: unknown): Frame => ({
    kind,
    bytes: `data: ${JSON.stringify(value)}\n\n`,
  });
  const chunk = (kind: 'event' | 'delta', delta: Delta, finish_reason: FinishReason | null = null) =>
    frame(kind, {
      ...chunkObject(call),
      choices: [{ index: 0, delta, finish_reason }],
      ...(call.includeUsage ? { usage: null } : {}),
    } satisfies ChatCompletionChunk);

  yield chunk('event', { role: 'assistant', content: '' });
  if (call.reasoning) {
    for (const piece of wordPieces(reply.reasoning.join('\n\n'))) yield chunk('delta', { reasoning_content: piece });
  }
  const say = function* (pieces: string[]) {
    for (const piece of pieces) yield chunk('delta', reply.refused ? { refusal: piece } : { content: piece });
  };
  const faultAt = reply.fault?.after ?? reply.pieces.length;
  yield* say(reply.pieces.slice(0, faultAt));
  if (reply.fault) {
    const error = () => frame('event', serverError().body);
    const over = yield* faultFrames(reply.fault.kind, { error, failed: error });
    if (over) return;
  }
  yield* say(reply.pieces.slice(faultAt));
  for (const [index, called] of toolCalls(reply, call).entries()) {
    const { id, type, function: named } = called;
    yield chunk('event', { tool_calls: [{ index, id, type, function: { ...named, arguments: '' } }] });
    for (const piece of wordPieces(named.arguments)) {
      yield chunk('delta', { tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  yield chunk('event', {}, finishReason(reply));
  if (call.includeUsage) yield frame('event', { ...chunkObject(call), choices: [], usage: usage(reply, call) });
  yield { kind: 'event', bytes: 'data: [DONE]\n\n' };
}

/** Encodes a reply as a single chat completions body. */
export function chatBody(reply: Reply, call: ModelCall): ChatCompletion {
  const text = reply.pieces.join('');
  const reasoning = call.reasoning ? { reasoning_content: reply.reasoning.join('\n\n') } : {};
  const said = reply.refused ? { content: null, refusal: text } : { content: text, refusal: null };
  return {
    id: `chatcmpl_${call.id}`,
    object: 'chat.completion',
    created: call.created,
    model: call.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          ...said,
          ...reasoning,
          ...(reply.calls.length > 0 && { tool_calls: toolCalls(reply, call) }),
        },
        finish_reason: finishReason(reply),
        logprobs: null,
      },
    ],
    usage: usage(reply, call),
  };
}

function finishReason({ ending, calls }: Reply): FinishReason {
  return ending === 'stop' && calls.length > 0 ? 'tool_calls' : ending;
}

function toolCalls({ calls }: Reply, { id }: ModelCall) {
  return calls.map((called, index) => ({
    id: `call_${id}_${index}`,
    type: 'function' as const,
    function: { name: called.name, arguments: called.arguments },
  }));
}

function chunkObject(call: ModelCall) {
  return {
    id: `chatcmpl_${call.id}`,
    object: 'chat.completion.chunk' as const,
    created: call.created,
    model: call.model,
  };
}

function usage(reply: Reply, call: ModelCall) {
  const reasoning_tokens = call.reasoning ? tokens(reply.reasoning.join('')) : 0;
  const completion_tokens = tokens(reply.pieces.join('')) + reasoning_tokens;
  return {
    prompt_tokens: call.inputTokens,
    completion_tokens,
    total_tokens: call.inputTokens + completion_tokens,
    completion_tokens_details: { reasoning_tokens },
  };
}
