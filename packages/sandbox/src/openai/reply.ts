/** What the stand-in answers to one question, before an API gives it its form. */
export interface Reply {
  /** Paragraphs of reasoning; told only to a caller who asked for them. */
  reasoning: string[];
  /** The answer in the pieces it is streamed in, none empty. */
  pieces: string[];
  /** The answer says no: both APIs tell refusals apart from text. */
  refused: boolean;
  /** A search of the web that was made before the answer; null where none was. */
  search: ReplySearch | null;
  /** How the answer ends after its last piece. */
  ending: 'stop' | 'length';
  /** Something that goes wrong once this many pieces were sent. */
  fault: { kind: FaultKind; after: number } | null;
  /** Milliseconds between two pieces; null leaves it to the sandbox's own pace. */
  pauseMs: number | null;
}

export interface ReplySearch {
  query: string;
  /** The pages that were found, best first. */
  urls: string[];
  /** The search itself went wrong; the answer goes on without it. */
  failed: boolean;
}

export type FaultKind =
  /** An error event, as when the service breaks in mid-answer. */
  | 'error'
  /** The answer ends as failed. */
  | 'failed'
  /** The connection is destroyed. */
  | 'cut'
  /** The body ends, properly, without the events that end an answer. */
  | 'eof'
  /** An event that is no JSON. */
  | 'badjson'
  /** A minute without a byte, then the rest. */
  | 'stall';

/** An answer that is no answer: a status and a body instead. */
export interface Rejection {
  status: number;
  headers: Record<string, string>;
  /** An object is sent as JSON, a text as a page of HTML. */
  body: object | string;
}

/** One step of a streamed answer. */
export type Frame =
  | { kind: 'event' | 'delta'; bytes: string }
  /** As long as this many pieces take. */
  | { kind: 'wait'; pieces: number }
  /** No bytes for this many milliseconds. */
  | { kind: 'silence'; ms: number }
  | { kind: 'cut' };

export const STALL_MS = 60_000;

export function plainReply(text: string, reasoning: string[] = []): Reply {
  return {
    reasoning,
    pieces: wordPieces(text),
    refused: false,
    search: null,
    ending: 'stop',
    fault: null,
    pauseMs: null,
  };
}

/** Cuts a text as models do: at words, long runs without spaces in smaller parts. Joined, the pieces are the text. */
export function wordPieces(text: string): string[] {
  return text.match(/\s*\S{1,12}|\s+$/gu) ?? [];
}

/** What the usage counts say for a text: a quarter of its characters, rounded up. */
export function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
