import { AnswerTags, AppError, type TaggedText } from '@parley/core';
import type { ModelEvent } from '../model.ts';
import { CitationMarks } from './citation-marks.ts';

type EndReason = Extract<ModelEvent, { type: 'end' }>['reason'];
type SearchEvent = Extract<ModelEvent, { type: 'search' }>;

/** Sources and searches of one reply that are passed on; a reply that has more shows nothing by them. */
const MAX_SOURCES = 200;
const MAX_SEARCH_EVENTS = 40;
/** Characters. */
const MAX_ADDRESS = 2_000;
const MAX_QUERY = 300;

/** Turns the deltas of any service into our events: separates reasoning from answer, and checks that a reply is one. */
export class DeltaNormalizer {
  #emit: (event: ModelEvent) => void;
  #marks = new CitationMarks();
  #tags = new AnswerTags();
  #hasReasoning = false;
  #hasOwnReasoning = false;
  #isReasoningOver = false;
  #hasText = false;
  #searchEvents = 0;
  #sources = new Set<string>();
  #reason: EndReason | null = null;

  constructor(emit: (event: ModelEvent) => void) {
    this.#emit = emit;
  }

  /** Whether the service sent reasoning apart from the text, not in tags. */
  get hasOwnReasoning(): boolean {
    return this.#hasOwnReasoning;
  }

  /** Whether anything was passed on, so that trying again would show it twice. */
  get hasBegun(): boolean {
    return this.#hasText || this.#hasReasoning || this.#searchEvents > 0 || this.#sources.size > 0;
  }

  /** Takes more of the model's text, tags included. */
  text(delta: string): void {
    if (delta === '') return;
    for (const part of this.#tags.push(this.#marks.push(delta))) this.#part(part);
  }

  /** Takes more of the reasoning that a service sends apart from the text. */
  reasoning(delta: string): void {
    if (delta === '') return;
    this.#hasOwnReasoning = true;
    this.#emitReasoning(delta);
  }

  search({ query, ...event }: SearchEvent): void {
    if (++this.#searchEvents > MAX_SEARCH_EVENTS) return;
    this.#emit({ ...event, ...(query !== undefined && { query: query.slice(0, MAX_QUERY).toWellFormed() }) });
  }

  /** Takes a page that the reply cites or rests on, as often as the service likes, and passes each on once. */
  source(url: string, isCited: boolean): void {
    const key = `${isCited} ${url}`;
    if (url.length > MAX_ADDRESS || this.#sources.size >= MAX_SOURCES || this.#sources.has(key)) return;
    this.#sources.add(key);
    this.#emit({ type: 'source', url, isCited });
  }

  /** The service said that the reply is over, and why. */
  ended(reason: EndReason): void {
    this.#reason = reason;
  }

  /** The service closed its stream as complete, which ends a reply that has text also where it gave no reason. */
  done(): void {
    this.flush();
    if (this.#hasText) this.#reason ??= 'stop';
  }

  /** Passes on what was held back; for replies that break off as well. */
  flush(): void {
    for (const part of [...this.#tags.push(this.#marks.flush()), ...this.#tags.flush()]) this.#part(part);
  }

  /** The connection is over: passes on the end, or throws what is wrong with the reply. */
  finish(): void {
    this.flush();
    if (!this.#reason) throw new AppError(this.hasBegun ? 'model-disconnected' : 'model-empty');
    if (!this.#hasText) {
      if (this.#reason === 'length') throw new AppError('model-out-of-room');
      if (this.#reason === 'filter') throw new AppError('model-filtered');
      // A thinking tag that is never closed leaves reasoning alone, which the person has read.
      if (!this.#hasReasoning) throw new AppError('model-empty');
    }
    this.#emit({ type: 'end', reason: this.#reason });
  }

  #part({ kind, text }: TaggedText): void {
    if (kind === 'reasoning') return this.#emitReasoning(text);
    if (this.#hasReasoning && !this.#isReasoningOver) {
      this.#isReasoningOver = true;
      this.#emit({ type: 'reasoning-done' });
    }
    this.#hasText = true;
    this.#emit({ type: 'text', delta: text });
  }

  #emitReasoning(delta: string): void {
    this.#hasReasoning = true;
    this.#emit({ type: 'reasoning', delta });
  }
}
