import type { ChatCompletionAssistantMessageParam } from 'openai/resources/chat/completions';
import type { ModelRound } from '../model.ts';
import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';
import { ReasoningBlocks, type BlockFields } from './reasoning-blocks.ts';
import { stringOf } from './write-content.ts';

/** A tool call, or a part of one. */
export interface WireCall {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
  /** Gemini's signature, which it wants back with the call. */
  extra_content?: unknown;
}

/** What a service wants back with the results of a round. */
type Kept =
  { reasoning_content: string } | { blocks: ReasoningBlocks['joined'] } | { id: string; extra_content: unknown };

interface BegunCall {
  key: string;
  /** The id that the service sent; may be empty. */
  sentId: string;
  /** The id in our events. */
  id: string;
  name: string;
  arguments: string;
}

const MAX_NAME = 64;
/** Characters of a call's arguments, and of a reply's reasoning. */
const MAX_ARGUMENTS = 20_000;
const MAX_REASONING = 200_000;

/** Joins the parts of the calls of one reply. */
export class CallReader {
  readonly #deltas: DeltaNormalizer;
  readonly #lastAt = new Map<string, BegunCall>();
  #calls = 0;
  #reasoning: { reasoning_content: string } | null = null;
  #blocks: ReasoningBlocks | null = null;

  constructor(deltas: DeltaNormalizer) {
    this.#deltas = deltas;
  }

  /** Reads a part of a call; `position` counts the calls of its chunk. */
  call(wire: WireCall, position: number): void {
    const place = String(wire.index ?? position);
    const given = wire.function?.arguments ?? '';
    const part = {
      id: stringOf(wire.id),
      name: stringOf(wire.function?.name),
      arguments: typeof given === 'string' ? given : JSON.stringify(given),
    };
    const last = this.#lastAt.get(place);
    const call = last && continues(last, part) ? last : this.#begin(place);
    call.sentId ||= part.id;
    call.id ||= part.id || `call_${call.key}`;
    call.name ||= part.name;
    if (call.arguments.length < MAX_ARGUMENTS) call.arguments += part.arguments;
    this.#deltas.call(call.key, { id: call.id, name: part.name, arguments: part.arguments });
    if (wire.extra_content) this.#keep({ id: call.id, extra_content: wire.extra_content });
  }

  /** Keeps reasoning that services such as DeepSeek want back with the results of calls. */
  reasoning(text: string): void {
    if (text === '') return;
    if (!this.#reasoning) this.#keep((this.#reasoning = { reasoning_content: '' }));
    if (this.#reasoning.reasoning_content.length < MAX_REASONING) this.#reasoning.reasoning_content += text;
  }

  /** Keeps the reasoning blocks of gateways. */
  blocks(delta: BlockFields): void {
    const blocks = this.#blocks ?? new ReasoningBlocks();
    if (!blocks.add(delta) || this.#blocks) return;
    this.#blocks = blocks;
    this.#keep({ blocks: blocks.joined });
  }

  #begin(place: string): BegunCall {
    const call = { key: String(this.#calls++), sentId: '', id: '', name: '', arguments: '' };
    this.#lastAt.set(place, call);
    return call;
  }

  #keep(kept: Kept): void {
    this.#deltas.state(kept);
  }
}

/**
 * Whether a part belongs to the last call at its index. Some services send a new id with each part, and some send each
 * call whole, all with the same index, with different ids or with none.
 */
function continues(last: BegunCall, part: { id: string; name: string }): boolean {
  if (part.name === '') return true;
  if (part.id !== '' && last.sentId !== '') return part.id === last.sentId;
  return last.name === '' || !isObject(last.arguments);
}

/** The message of a round with its calls, as its service wants it back. */
export function callsMessage({ text, calls, state }: ModelRound): ChatCompletionAssistantMessageParam {
  const kept = state as Kept[];
  const reasoning = kept.find((item) => 'reasoning_content' in item);
  const blocks = kept.find((item) => 'blocks' in item)?.blocks;
  return {
    role: 'assistant',
    // Claude rejects text that is only white space, even its own.
    content: text.trim() === '' ? null : text,
    ...reasoning,
    ...blocks,
    tool_calls: calls.map((call) => {
      const signed = kept.find((item) => 'id' in item && item.id === call.id);
      return {
        id: call.id,
        type: 'function' as const,
        // Services refuse a request with arguments or names that do not parse, even if the model wrote them.
        function: {
          name: call.name.replaceAll(/[^\w-]/g, '_').slice(0, MAX_NAME) || 'unknown',
          arguments: isObject(call.arguments) ? call.arguments : '{}',
        },
        ...(signed && 'extra_content' in signed && { extra_content: signed.extra_content }),
      };
    }),
  };
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
