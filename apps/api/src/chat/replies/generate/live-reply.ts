import {
  applyEvent,
  completeReply,
  failReply,
  newReply,
  AppError,
  t,
  type Message,
  type ModelName,
  type StreamEvent,
} from '@parley/core';
import type { Lease } from '../../../cluster/lease.ts';
import type { Frame } from '../../../cluster/shared-replies.ts';
import { speak } from '../../../language/speak.ts';
import type { ReplyRecord, Spending } from '../../../storage/storage.ts';
import { nameOf, type ListedModel } from '../../models/listed-model.ts';
import { routeModel } from '../../models/route-model.ts';
import type { Backends, EmitReply, ReplyEvent } from '../../modes/mode.ts';
import { boundEvent, boundText, weightOf } from './bound-event.ts';
import { ReplyLog } from '../stream/reply-log.ts';

/** The first event of a reply is sent at once; later ones within a frame are sent together at its end. */
const FRAME_MS = 16;
/**
 * Combined weight of answer and reasoning, roughly their characters; anything beyond is dropped, because the final
 * event repeats both and must fit into one line of the stream.
 */
const MAX_REPLY_LENGTH = 192 * 1024;
const MAX_REPLY_MS = 10 * 60_000;
const OVERTIME = t`This reply took more than 10 minutes, so we stopped it. Please try again.`;

type TextEvent = Extract<ReplyEvent, { type: 'content' | 'reasoning' }>;

/** Why this server ends a reply. `full`: it has reached the maximum length. */
type Halt = 'stop' | 'interrupt' | 'overtime' | 'fenced' | 'full';

export interface LiveReplyHooks {
  /** The message has changed. */
  onProgress(reply: LiveReply): void;
  /**
   * Stores the final message. Resolves to the event that announces the end, or to null when the reply had already ended
   * elsewhere. Rejects when it could not be stored in time.
   */
  store(message: Message): Promise<StreamEvent | null>;
  /** The reply failed or could not be stored. `error` is what the mode or `store` threw. */
  onFailure(error: unknown): void;
  /** Called with every event before a reader gets it. */
  onFrame(frame: Frame, reply: LiveReply): void;
  /** What the reply used so far; absent for a reply whose spending no checkpoint stores. */
  spending?(): Spending;
  /** While the lease is in doubt, no event is sent. */
  lease: Pick<Lease, 'isDoubtful' | 'settled'>;
}

/**
 * A reply while it is written, independent of its requester and its readers. Folds each event into the message with the
 * clients' own function, appends it to the log, then notifies the readers. Never throws after its first event.
 */
export class LiveReply {
  readonly record: ReplyRecord;
  readonly log = new ReplyLog();
  /** Resolves when the model's socket is closed and the end is stored, or could not be. */
  readonly ended: Promise<void>;
  message: Message;

  readonly #hooks: LiveReplyHooks;
  readonly #abort = new AbortController();
  #halt: Halt | undefined;
  #isEnded = false;
  #isClosed = false;
  #length: number;
  /** The message when the reply began: not empty if it continues another one. */
  readonly #begun: Message;
  /** When the reasoning began; undefined until it has. */
  #reasonsSince: number | undefined;
  #pending: ReplyEvent[] = [];
  #isFlushScheduled = false;
  #flushedAt = 0;
  #settle: () => void = () => {};

  constructor(record: ReplyRecord, opening: StreamEvent[], now: number, hooks: LiveReplyHooks) {
    this.record = record;
    this.message = newReply(record.generationId, { id: record.assistantMessageId, now, mode: record.mode });
    this.#hooks = hooks;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
    for (const event of opening) this.#append(event);
    this.#begun = this.message;
    this.#length = weightOf(this.#begun.text + (this.#begun.reasoningContent ?? ''));
  }

  /** Whether the log is complete. It has no last event when another process ended the reply. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** What it used so far. */
  get spending(): Spending | undefined {
    return this.#hooks.spending?.();
  }

  /** Runs the reply to its end. Call once; never rejects. Its sentences are English, as they are stored. */
  run(answer: (emit: EmitReply, signal: AbortSignal) => Promise<void>): Promise<void> {
    return speak('en', () => this.#run(answer));
  }

  async #run(answer: (emit: EmitReply, signal: AbortSignal) => Promise<void>): Promise<void> {
    const overtime = setTimeout(() => this.halt('overtime'), MAX_REPLY_MS);
    let failure: unknown;
    try {
      await answer((event) => {
        if (!this.#halt) this.#add(event);
      }, this.#abort.signal);
    } catch (error) {
      failure = error;
    }
    clearTimeout(overtime);
    if (this.#hooks.lease.isDoubtful) await this.#hooks.lease.settled();
    this.#flush();
    await this.#end(failure);
    this.#isEnded = true;
    this.log.notify();
    this.#settle();
  }

  /** The backends with the model that writes this reply; null for theirs. */
  routed(backends: Backends, model: ListedModel | null): Backends {
    if (!model) return backends;
    const name = (answering: ModelName): void => {
      // Another model draws a picture.
      if (this.record.mode !== 'image') this.message = { ...this.message, model: answering };
    };
    name(nameOf(model));
    return { ...backends, model: routeModel(model, backends.models, backends.model, name) };
  }

  /** Aborts when this server ends the reply. */
  get halted(): AbortSignal {
    return this.#abort.signal;
  }

  /** Sends readers the conversation's new title, which changes no message. Dropped once the reply has ended. */
  sendTitle(title: string): void {
    if (this.#isClosed || this.#halt === 'fenced') return;
    if (this.#hooks.lease.isDoubtful) {
      void this.#hooks.lease.settled().then(() => this.sendTitle(title));
      return;
    }
    this.#flush();
    this.#append({ type: 'title', title });
    this.log.notify();
  }

  /** Ends the reply from this server: closes the model's socket, then finishes like any other reply. */
  halt(why: Halt): void {
    this.#halt ??= why;
    this.#abort.abort();
  }

  async #end(failure: unknown): Promise<void> {
    if (this.#halt === 'fenced') {
      this.#isClosed = true;
      return;
    }
    const final = this.#finalMessage(failure);
    let event: StreamEvent | null;
    try {
      event = await this.#hooks.store(final);
    } catch (error) {
      this.#hooks.onFailure(error);
      event = { type: 'error', code: 'unavailable', error: new AppError('unavailable').message };
    }
    if (event) this.#append(event);
    this.#isClosed = true;
  }

  #finalMessage(failure: unknown): Message {
    const error = this.#halt === 'overtime' ? new AppError('model-timeout', { message: OVERTIME }) : failure;
    const isComplete = this.#halt === 'full' || (this.#halt === undefined && error === undefined);
    if (isComplete) return completeReply(this.message, 'complete');
    const message = this.#addsNothing() ? withoutContent(this.message) : this.message;
    if (this.#halt === 'stop') return completeReply(message, 'stopped');
    if (this.#halt === 'interrupt') return failReply(message, 'interrupted');
    this.#hooks.onFailure(error);
    return error instanceof AppError ? failReply(message, error.code, error.message) : failReply(message, 'internal');
  }

  /**
   * Whether this reply continues another one without a word of its own, in which case it ends like one without text.
   */
  #addsNothing(): boolean {
    const { text, reasoningContent, sources, continues } = this.message;
    const begun = this.#begun;
    const isSame = text === begun.text && reasoningContent === begun.reasoningContent && sources === begun.sources;
    return continues !== undefined && isSame;
  }

  /** Adds the next event: text chunks within a frame are merged into one event, all else is sent at once. */
  #add(event: ReplyEvent): void {
    if (event.type !== 'content' && event.type !== 'reasoning') {
      const bounded = boundEvent(event, this.message);
      if (!bounded) return;
      this.#pending.push(bounded);
      this.#flush();
      return;
    }
    const { text, weight } = boundText(event.content, MAX_REPLY_LENGTH - this.#length);
    const taken = this.#timed(text === event.content ? event : { ...event, content: text });
    this.#length += weight;
    const last = this.#pending.at(-1);
    const merged = last && merge(last, taken);
    if (merged) this.#pending.pop();
    this.#pending.push(merged ?? taken);
    if (this.#length >= MAX_REPLY_LENGTH) {
      this.#add({ type: 'cut' });
      this.halt('full');
    }
    if (this.#isFlushScheduled) return;
    const wait = FRAME_MS - (performance.now() - this.#flushedAt);
    if (wait <= 0) {
      this.#flush();
    } else {
      this.#isFlushScheduled = true;
      setTimeout(this.#flush, wait);
    }
  }

  /** Adds the time that the reasoning took to the event that ends it. */
  #timed(event: TextEvent): TextEvent {
    if (event.type !== 'reasoning') return event;
    const now = performance.now();
    this.#reasonsSince ??= now;
    return event.status === 'complete' ? { ...event, durationMs: Math.round(now - this.#reasonsSince) } : event;
  }

  readonly #flush = (): void => {
    this.#isFlushScheduled = false;
    if (this.#pending.length === 0 || this.#halt === 'fenced') return;
    if (this.#hooks.lease.isDoubtful) {
      this.#isFlushScheduled = true;
      void this.#hooks.lease.settled().then(this.#flush);
      return;
    }
    const events = this.#pending;
    this.#pending = [];
    this.#flushedAt = performance.now();
    for (const event of events) this.#append(event);
    this.#hooks.onProgress(this);
    this.log.notify();
  };

  #append(event: StreamEvent): void {
    const sequenced = { seq: this.log.lastSeq + 1, event };
    this.message = applyEvent(this.message, sequenced);
    this.#hooks.onFrame({ seq: sequenced.seq, text: this.log.append(sequenced) }, this);
  }
}

function withoutContent(message: Message): Message {
  const {
    reasoningContent: _reasoning,
    isReasoningStreaming: _streaming,
    reasoningMs: _ms,
    sources: _sources,
    sourceTitles: _titles,
    fileSources: _files,
    imageUrl: _image,
    imagePrompt: _prompt,
    ...rest
  } = message;
  return { ...rest, text: '' };
}

/** Merges two consecutive events, or returns null when they are of different kinds. */
function merge(first: ReplyEvent, second: ReplyEvent): ReplyEvent | null {
  if (first.type === 'content' && second.type === 'content') {
    return { type: 'content', content: first.content + second.content };
  }
  if (first.type === 'reasoning' && second.type === 'reasoning' && first.status === 'streaming') {
    return { ...second, content: first.content + second.content };
  }
  return null;
}
