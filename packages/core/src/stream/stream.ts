import type { FileSource, Message, ToolCall } from '../api/chat/message.ts';
import type { StreamLine } from '../api/chat/reply.ts';
import type { Usage } from '../api/account/user.ts';
import { failReply } from '../chat/message.ts';
import { isToolName } from '../chat/modes.ts';
import { cleanSources } from '../chat/sources.ts';
import { isErrorCode, type ErrorCode } from '../http/errors.ts';
import { fit } from '../http/fit.ts';
import { MESSAGE, USAGE } from '../http/shapes.ts';

/**
 * The events of a reply, in order. The server's runner and every client fold them into a message with the same
 * `applyEvent`, so a reload shows what the stream showed.
 */
export type StreamEvent =
  /** Always the first event: the message is stored and will be answered even if every reader disconnects. */
  | { type: 'accepted'; generationId: string; userMessageId: string; assistantMessageId: string }
  /** The conversation got a title. Changes no message. */
  | { type: 'title'; title: string }
  /** More of the answer, to append. Only empty where it stands for an event that the reader does not know. */
  | { type: 'content'; content: string }
  /**
   * More of the reasoning, to append. `complete` comes once, when the reasoning is over, with the time that it took.
   */
  | ({ type: 'reasoning' } & ReasoningPart)
  /** A tool call of the reply started or ended. */
  | ({ type: 'tool' } & ToolCall)
  /** A picture was generated and is stored. */
  | { type: 'image'; imageUrl: string; imagePrompt: string }
  /** All sources of the reply, and the title of each; empty where unknown. Replaces earlier ones. */
  | { type: 'sources'; sources: string[]; titles?: string[] }
  /** The files of the project that the reply is based on. Replaces earlier ones. */
  | { type: 'files'; fileSources: FileSource[] }
  /** The answer ends here because it reached its length limit. */
  | { type: 'cut' }
  /** The whole message as of this event, for a late reader: replace, then apply what follows. */
  | { type: 'snapshot'; message: Message }
  /** The reply completed or was stopped, and is stored. Nothing follows. */
  | { type: 'done'; message: Message; usage: Usage }
  /** The reply failed or was interrupted; what had arrived is stored. Nothing follows. */
  | { type: 'error'; error: string; code: ErrorCode };

interface ReasoningPart {
  content: string;
  status: 'streaming' | 'complete';
  durationMs?: number;
}

/** An event with its sequence number within the reply: 0, 1, 2 … without gaps. */
export interface SequencedEvent {
  seq: number;
  event: StreamEvent;
}

/** Maximum length of a line or an event in characters; a longer one ends the stream. */
export const MAX_STREAM_LINE = 1024 * 1024;

export const HEARTBEAT_FRAME = ': hb\n\n';

/** The event as the one JSON object of a `data: ` line, in the spec's field names. */
export function encodeEvent(event: StreamEvent): string {
  return JSON.stringify(toWire(event));
}

/** The event as it is sent: an `id: ` line, a `data: ` line, a blank line. */
export function encodeFrame({ seq, event }: SequencedEvent): string {
  return `id: ${seq}\ndata: ${encodeEvent(event)}\n\n`;
}

/** Parses what `encodeFrame` returned, as `decodeEvent` does. */
export function decodeFrame(frame: string): StreamEvent | null {
  return decodeEvent(frame.slice(frame.indexOf('\ndata: ') + '\ndata: '.length));
}

function toWire(event: StreamEvent): StreamLine {
  switch (event.type) {
    case 'accepted': {
      const { type: _, ...ids } = event;
      return ids;
    }
    case 'title':
      return { title: event.title };
    case 'content':
      return { content: event.content };
    case 'reasoning': {
      const { type: _, ...reasoning } = event;
      return { reasoning };
    }
    case 'tool': {
      const { type: _, ...toolCall } = event;
      return { toolCall };
    }
    case 'image':
      return { imageUrl: event.imageUrl, imagePrompt: event.imagePrompt };
    case 'sources':
      return { sources: event.sources, ...(event.titles && { sourceTitles: event.titles }) };
    case 'files':
      return { fileSources: event.fileSources };
    case 'cut':
      return { cut: true };
    case 'snapshot':
      return { snapshot: event.message };
    case 'done':
      return { done: true, message: event.message, usage: event.usage };
    case 'error':
      return { error: event.error, code: event.code };
    default:
      return event satisfies never;
  }
}

/** What a reply ends with here if its last event cannot be used; the server has stored the reply. */
const UNREADABLE = {
  type: 'error',
  error: 'The app can’t read the end of this reply. Reload, or update the app.',
  code: 'internal',
} as const;

/**
 * Parses one JSON object of the wire; null for an event that readers skip: an unknown one, or one that does not fit.
 */
export function decodeEvent(data: string): StreamEvent | null {
  let wire: Record<string, unknown>;
  try {
    wire = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof wire !== 'object' || wire === null) return null;
  if (wire.done === true) return decodeDone(wire);
  if (typeof wire.error === 'string') {
    return { type: 'error', error: wire.error, code: isErrorCode(wire.code) ? wire.code : 'internal' };
  }
  if (wire.cut === true) return { type: 'cut' };
  if (wire.snapshot) return decodeSnapshot(wire.snapshot);
  if (typeof wire.content === 'string') return { type: 'content', content: wire.content };
  if (isReasoning(wire.reasoning)) return { type: 'reasoning', ...wire.reasoning };
  if (isToolCall(wire.toolCall)) return { type: 'tool', ...wire.toolCall };
  if (typeof wire.imageUrl === 'string') {
    return { type: 'image', imageUrl: wire.imageUrl, imagePrompt: String(wire.imagePrompt ?? '') };
  }
  const sources = wire.sources ?? wire.searchResults;
  if (Array.isArray(sources)) {
    const titles = isTitles(wire.sourceTitles) ? { titles: wire.sourceTitles } : {};
    return { type: 'sources', sources: cleanSources(sources), ...titles };
  }
  if (isFileSources(wire.fileSources)) return { type: 'files', fileSources: wire.fileSources };
  if (typeof wire.title === 'string') return { type: 'title', title: wire.title };
  if (typeof wire.generationId === 'string') {
    return {
      type: 'accepted',
      generationId: wire.generationId,
      userMessageId: String(wire.userMessageId),
      assistantMessageId: String(wire.assistantMessageId),
    };
  }
  return null;
}

function decodeDone({ message, usage }: Record<string, unknown>): StreamEvent {
  try {
    return { type: 'done', message: fit(message, MESSAGE), usage: fit(usage, USAGE) };
  } catch {
    return UNREADABLE;
  }
}

function decodeSnapshot(message: unknown): StreamEvent | null {
  try {
    return { type: 'snapshot', message: fit(message, MESSAGE) };
  } catch {
    return null;
  }
}

function isReasoning(value: unknown): value is ReasoningPart {
  const { content, status, durationMs = 0 } = (value ?? {}) as Record<keyof ReasoningPart, unknown>;
  const isStatus = status === 'streaming' || status === 'complete';
  return typeof content === 'string' && isStatus && typeof durationMs === 'number';
}

function isTitles(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((title) => typeof title === 'string');
}

function isFileSources(value: unknown): value is FileSource[] {
  return (
    Array.isArray(value) && value.every((file) => typeof file?.name === 'string' && typeof file.excerpt === 'string')
  );
}

function isToolCall(value: unknown): value is ToolCall {
  const call = value as { name?: unknown; status?: unknown } | null | undefined;
  return (
    isToolName(call?.name) && (call?.status === 'starting' || call?.status === 'completed' || call?.status === 'error')
  );
}

/** Returns the reply after one more event. Pure: never mutates its arguments. */
export function applyEvent(message: Message, { seq, event }: SequencedEvent): Message {
  switch (event.type) {
    case 'accepted':
    case 'title':
      return { ...message, seq };
    case 'content':
      return { ...message, seq, text: message.text + event.content };
    case 'reasoning':
      return {
        ...message,
        seq,
        reasoningContent: (message.reasoningContent ?? '') + event.content,
        isReasoningStreaming: event.status === 'streaming',
        ...(event.durationMs !== undefined && { reasoningMs: event.durationMs }),
      };
    case 'tool':
      return { ...message, seq, toolCalls: withToolCall(message.toolCalls ?? [], event) };
    case 'image':
      return { ...message, seq, imageUrl: event.imageUrl, imagePrompt: event.imagePrompt };
    case 'sources':
      return { ...message, seq, sources: event.sources, ...(event.titles && { sourceTitles: event.titles }) };
    case 'files':
      return { ...message, seq, fileSources: event.fileSources };
    case 'cut':
      return { ...message, seq, isCut: true };
    case 'snapshot':
    case 'done':
      return event.message;
    case 'error':
      return failReply(message, event.code, event.error);
    default:
      return event satisfies never;
  }
}

/** A call that ended replaces the running call of the same name and, where there is one, the same detail. */
function withToolCall(calls: ToolCall[], { name, status, detail, seconds }: ToolCall): ToolCall[] {
  const isRunning = (call: ToolCall) => call.name === name && call.status === 'starting';
  const same = calls.findIndex((call) => isRunning(call) && call.detail === detail);
  const running = same === -1 ? calls.findIndex(isRunning) : same;
  const call: ToolCall = {
    ...(status === 'starting' ? {} : calls[running]),
    name,
    status,
    ...(detail !== undefined && { detail }),
    ...(seconds !== undefined && { seconds }),
  };
  return running === -1 || status === 'starting' ? [...calls, call] : calls.toSpliced(running, 1, call);
}

/** Whether an event is the last of its reply. */
export function isLastEvent(event: StreamEvent): boolean {
  return event.type === 'done' || event.type === 'error';
}
