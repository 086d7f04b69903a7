/** The answer to one question, before it is encoded for an API. */
export interface Reply {
  /** Paragraphs of reasoning; sent only on request. */
  reasoning: string[];
  /** The answer in streamed pieces, none empty. */
  pieces: string[];
  /** Whether the answer is a refusal, which both APIs separate from text. */
  refused: boolean;
  /** Functions that the model calls after its text; it waits for their results. */
  calls: FunctionCall[];
  /** The web search before the answer; null without one. */
  search: ReplySearch | null;
  /** The finish reason after the last piece. */
  ending: 'stop' | 'length';
  /** The number of pieces up to the length limit; null stands for half of them. Only with the ending `length`. */
  lengthLimit: number | null;
  /** A fault after this many pieces. */
  fault: { kind: FaultKind; after: number } | null;
  /** Milliseconds between two pieces; null uses the sandbox's default. */
  pauseMs: number | null;
}

/** A call of one of the caller's functions. */
export interface FunctionCall {
  name: string;
  /** JSON, unless a script says otherwise. */
  arguments: string;
}

export interface ReplySearch {
  query: string;
  /** The pages found, best first. */
  urls: string[];
  /** Whether the search failed; the answer continues without it. */
  failed: boolean;
}

export type FaultKind =
  /** An error event in mid-answer. */
  | 'error'
  /** The answer ends with status `failed`. */
  | 'failed'
  /** The connection is destroyed. */
  | 'cut'
  /** The body ends cleanly, but without the events that end an answer. */
  | 'eof'
  /** An event with invalid JSON. */
  | 'badjson'
  /** A minute without a byte, then the rest. */
  | 'stall';

/** An error response: a status and a body. */
export interface Rejection {
  status: number;
  headers: Record<string, string>;
  /** An object is sent as JSON, a string as an HTML page. */
  body: object | string;
}

/** One step of a streamed answer. */
export type Frame =
  | { kind: 'event' | 'delta'; bytes: string }
  /** Pauses for the duration of this many pieces. */
  | { kind: 'wait'; pieces: number }
  /** Sends no bytes for this many milliseconds. */
  | { kind: 'silence'; ms: number }
  | { kind: 'cut' };

export const STALL_MS = 60_000;

export function plainReply(text: string, reasoning: string[] = []): Reply {
  return {
    reasoning,
    pieces: wordPieces(text),
    refused: false,
    calls: [],
    search: null,
    ending: 'stop',
    lengthLimit: null,
    fault: null,
    pauseMs: null,
  };
}

/**
 * The reply after the beginning that the caller has received before, up to its length limit. A reply cut to half is
 * completed by the rest.
 */
export function continueReply(reply: Reply, begun: string): Reply {
  const whole = reply.pieces.join('');
  const isContinued = begun !== '' && whole.startsWith(begun);
  const pieces = isContinued ? wordPieces(whole.slice(begun.length)) : reply.pieces;
  if (reply.ending === 'stop') return { ...reply, pieces };
  const limit = reply.lengthLimit ?? (isContinued ? pieces.length : Math.ceil(pieces.length / 2));
  const isCut = pieces.length > limit || !isContinued;
  return { ...reply, pieces: pieces.slice(0, limit), ending: isCut ? 'length' : 'stop' };
}

/** Splits a text as models do: at words, with long runs split further. The pieces join to the same text. */
export function wordPieces(text: string): string[] {
  return text.match(/\s*\S{1,12}|\s+$/gu) ?? [];
}

/** The token count of a text: a quarter of its characters, rounded up. */
export function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
