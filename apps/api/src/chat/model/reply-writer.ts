import { AnswerTags, AppError, type TaggedText } from '@parley/core';
import { CitationMarks } from './citation-marks.ts';
import type { ModelEvent } from './model.ts';

type EndReason = Extract<ModelEvent, { type: 'end' }>['reason'];
type SearchEvent = Extract<ModelEvent, { type: 'search' }>;

/** Turns what a server sends into our events: tells reasoning from answer, and checks that a reply is one. */
export class ReplyWriter {
  #emit: (event: ModelEvent) => void;
  #marks = new CitationMarks();
  #tags = new AnswerTags();
  #hasReasoning = false;
  #hasOwnReasoning = false;
  #isReasoningOver = false;
  #hasText = false;
  #hasSearched = false;
  #sources = new Set<string>();
  #reason: EndReason | null = null;

  constructor(emit: (event: ModelEvent) => void) {
    this.#emit = emit;
  }

  /** Whether the server sent reasoning apart from the text, not in tags. */
  get hasOwnReasoning(): boolean {
    return this.#hasOwnReasoning;
  }

  /** Whether anything was handed on, so that trying again would show it twice. */
  get hasBegun(): boolean {
    return this.#hasText || this.#hasReasoning || this.#hasSearched || this.#sources.size > 0;
  }

  /** More of the model's text, tags and all. */
  text(delta: string): void {
    if (delta === '') return;
    for (const part of this.#tags.push(this.#marks.push(delta))) this.#part(part);
  }

  /** More of the reasoning that a server sends apart from the text. */
  reasoning(delta: string): void {
    if (delta === '') return;
    this.#hasOwnReasoning = true;
    this.#emitReasoning(delta);
  }

  search(event: SearchEvent): void {
    this.#hasSearched = true;
    this.#emit(event);
  }

  /** A page that the reply cites or rests on, as often as the server likes; each is told of once. */
  source(url: string, isCited: boolean): void {
    const told = `${isCited} ${url}`;
    if (this.#sources.has(told)) return;
    this.#sources.add(told);
    this.#emit({ type: 'source', url, isCited });
  }

  /** The server said that the reply is over, and why. */
  ended(reason: EndReason): void {
    this.#reason = reason;
  }

  /** Hands on what was held back; for replies that break off as well. */
  flush(): void {
    for (const part of [...this.#tags.push(this.#marks.flush()), ...this.#tags.flush()]) this.#part(part);
  }

  /** The connection is over: hands on the end, or throws what is wrong with the reply. */
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
