import { AnswerTags, AppError, type TaggedText } from '@parley/core';
import type { Counts } from '../../../spending/counts.ts';
import type { MeteredRequest } from '../../../spending/meter.ts';
import type { ModelCall, ModelEvent } from '../model.ts';
import { CitationMarks } from './citation-marks.ts';

type EndReason = Extract<ModelEvent, { type: 'end' }>['reason'];
type SearchEvent = Extract<ModelEvent, { type: 'search' }>;

/** Most sources and searches passed on per reply; more would be of no use to a reader. */
const MAX_SOURCES = 200;
const MAX_SEARCH_EVENTS = 40;
/** Limit in characters. */
const MAX_ADDRESS = 2_000;
const MAX_QUERY = 300;
const MAX_TITLE = 300;
/** Most calls of a reply, and characters of one's arguments; what exceeds either is dropped. */
const MAX_CALLS = 16;
const MAX_ARGUMENTS = 20_000;
const MAX_CALL_NAME = 100;

/** Converts the deltas of any service to our events: separates reasoning from answer, and validates the reply. */
export class DeltaNormalizer {
  #emit: (event: ModelEvent) => void;
  #metered: MeteredRequest | undefined;
  #takesCalls: boolean;
  #marks = new CitationMarks();
  #tags = new AnswerTags();
  /** What the last reasoning was sent as; null before any, and after text that came between. */
  #reasoningBy: 'field' | 'tags' | null = null;
  #hasReasoning = false;
  #hasOwnReasoning = false;
  #isReasoningOver = false;
  #hasText = false;
  #searchEvents = 0;
  #sources = new Set<string>();
  #picture: string | null = null;
  #calls = new Map<string, ModelCall>();
  #state: unknown[] = [];
  #reason: EndReason | null = null;

  /** `takesCalls`: whether the request offered tools. Without any, calls are ignored. */
  constructor(emit: (event: ModelEvent) => void, metered?: MeteredRequest, takesCalls = true) {
    this.#emit = emit;
    this.#metered = metered;
    this.#takesCalls = takesCalls;
  }

  /** Whether the service sent reasoning as a separate field, not in tags. */
  get hasOwnReasoning(): boolean {
    return this.#hasOwnReasoning;
  }

  /** The link or data URI of the first picture that the model drew; null without one. */
  get picture(): string | null {
    return this.#picture;
  }

  /** Whether anything was or will be passed on, in which case a retry would show it twice. */
  get hasBegun(): boolean {
    return (
      this.#hasText || this.#hasReasoning || this.#searchEvents > 0 || this.#sources.size > 0 || this.#picture !== null
    );
  }

  /** Adds text of the model, tags included. */
  text(delta: string): void {
    if (delta === '') return;
    this.#metered?.wrote(delta);
    for (const part of this.#tags.push(this.#marks.push(delta))) this.#part(part);
  }

  /** Adds reasoning that a service sends separately from the text. */
  reasoning(delta: string): void {
    if (delta === '') return;
    this.#metered?.wrote(delta, true);
    this.#hasOwnReasoning = true;
    this.#emitReasoning(delta, 'field');
  }

  search({ query, ...event }: SearchEvent): void {
    if (event.status === 'completed') this.#metered?.searched();
    if (++this.#searchEvents > MAX_SEARCH_EVENTS) return;
    this.#emit({ ...event, ...(query !== undefined && { query: query.slice(0, MAX_QUERY).toWellFormed() }) });
  }

  /** Adds a page that the reply cites or uses; repeated pages are passed on once. */
  source(url: string, isCited: boolean, title?: string): void {
    const key = `${isCited} ${url}`;
    if (url.length > MAX_ADDRESS || this.#sources.size >= MAX_SOURCES || this.#sources.has(key)) return;
    this.#sources.add(key);
    this.#emit({ type: 'source', url, isCited, ...(title && { title: title.slice(0, MAX_TITLE) }) });
  }

  /** Adds a picture by its link or data URI. A reply shows one. */
  drew(link: string): void {
    if (link !== '') this.#picture ??= link;
  }

  /** Adds a part of a tool call; `key` is the same for all parts of a call. */
  call(key: string, { id, name, arguments: more }: ModelCall): void {
    const call = this.#calls.get(key) ?? { id: '', name: '', arguments: '' };
    if (!this.#calls.has(key) && this.#calls.size >= MAX_CALLS) return;
    this.#metered?.wrote(more);
    if (!this.#takesCalls) return;
    this.#calls.set(key, {
      id: call.id || id,
      name: call.name || name.slice(0, MAX_CALL_NAME),
      arguments: (call.arguments + more).slice(0, MAX_ARGUMENTS),
    });
  }

  /** Adds an opaque item that the service wants back with the results of its calls. */
  state(item: unknown): void {
    if (this.#state.length < MAX_CALLS) this.#state.push(item);
  }

  /** The service counted what the reply used. */
  used(counts: Counts | null): void {
    if (counts) this.#metered?.count(counts);
  }

  /** The service reported the end of the reply and the reason. */
  ended(reason: EndReason): void {
    this.#reason = reason;
  }

  /** The service completed its stream. That ends a reply with any content, even if no finish reason came. */
  done(): void {
    this.flush();
    const hasAny = this.#hasText || this.#hasReasoning || this.#picture !== null || this.#calls.size > 0;
    if (hasAny) this.#reason ??= 'stop';
  }

  /** Passes on text held back; also for replies that break off. */
  flush(): void {
    for (const part of [...this.#tags.push(this.#marks.flush()), ...this.#tags.flush()]) this.#part(part);
  }

  /** The connection has ended: passes on the end, or throws what is wrong with the reply. */
  finish(): void {
    this.flush();
    if (!this.#reason) throw new AppError(this.hasBegun ? 'model-disconnected' : 'model-empty');
    // Calls of a reply that was cut off may lack arguments.
    const calls = this.#reason === 'stop' ? [...this.#calls.values()] : [];
    if (!this.#hasText && this.#picture === null && calls.length === 0) {
      if (this.#reason === 'length') throw new AppError('model-out-of-room');
      if (this.#reason === 'filter') throw new AppError('model-filtered');
      // An unclosed thinking tag leaves only reasoning, which the user has already read.
      if (!this.#hasReasoning) throw new AppError('model-empty');
    }
    if (calls.length > 0) this.#emit({ type: 'calls', calls, state: this.#state });
    this.#emit({ type: 'end', reason: this.#reason });
  }

  #part({ kind, text }: TaggedText): void {
    if (kind === 'reasoning') return this.#emitReasoning(text, 'tags');
    if (this.#hasReasoning && !this.#isReasoningOver) {
      this.#isReasoningOver = true;
      this.#emit({ type: 'reasoning-done' });
    }
    this.#hasText = true;
    this.#reasoningBy = null;
    this.#emit({ type: 'text', delta: text });
  }

  /** Passes on reasoning. A part of another kind, or after text, begins a new paragraph. */
  #emitReasoning(delta: string, by: 'field' | 'tags'): void {
    const isNewPart = this.#hasReasoning && this.#reasoningBy !== by;
    this.#hasReasoning = true;
    this.#reasoningBy = by;
    this.#emit({ type: 'reasoning', delta: isNewPart ? `\n\n${delta}` : delta });
  }
}
