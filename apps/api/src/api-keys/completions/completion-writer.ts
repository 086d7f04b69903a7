import {
  AppError,
  decodeEvent,
  type Citation,
  type Completion,
  type CompletionChunk,
  type CompletionUsage,
  type Message,
} from '@parley/core';
import { estimateTokens, PICTURE_TOKENS } from '../../chat/model/request/fit-request.ts';
import { completionError } from './completion-error.ts';
import type { ReadCompletion } from './read-completion.ts';
import { StopSequences } from './stop-sequences.ts';

type Delta = CompletionChunk['choices'][number]['delta'];

/** Writes a reply as OpenAI's API does, whole or as the chunks of a stream. */
export class CompletionWriter {
  /** Without the messages, which may have megabytes of pictures. */
  readonly #asked: Pick<ReadCompletion, 'model' | 'mode' | 'stop' | 'showsUsage'>;
  readonly #promptTokens: number;
  readonly #id: string;
  readonly #created: number;
  readonly #stop: StopSequences;
  readonly #onStop: () => void;
  /** Characters of the answer and the reasoning that were read so far. */
  #read = { text: 0, reasoning: 0 };

  /** `createdAt`: epoch milliseconds. `onStop` is called once the text has a stop sequence. */
  constructor(asked: ReadCompletion, generationId: string, createdAt: number, onStop: () => void) {
    const { model, mode, stop, showsUsage, instructions, turns } = asked;
    this.#asked = { model, mode, stop, showsUsage };
    this.#promptTokens = turns.reduce(
      (sum, turn) => sum + estimateTokens(turn.text) + turn.pictures.length * PICTURE_TOKENS,
      estimateTokens(instructions),
    );
    this.#id = `chatcmpl-${generationId}`;
    this.#created = Math.floor(createdAt / 1000);
    this.#stop = new StopSequences(stop);
    this.#onStop = onStop;
  }

  /** The whole reply, once it has ended. Throws the error that it ended with. */
  whole(ended: Message): Completion {
    throwFailure(ended);
    const message = this.#cut(ended);
    const { text, reasoningContent } = message;
    const reasoning = reasoningContent ? { reasoning_content: reasoningContent } : {};
    const answer = { role: 'assistant' as const, content: text, refusal: null, annotations: citationsOf(message) };
    return {
      id: this.#id,
      object: 'chat.completion',
      created: this.#created,
      model: this.#asked.model ?? this.#asked.mode,
      choices: [
        { index: 0, message: { ...answer, ...reasoning }, finish_reason: finishReason(message), logprobs: null },
      ],
      usage: this.#usage(message),
    };
  }

  /** Converts frames of a reply's log to those of a stream. Call once for each piece of the log, in order. */
  readonly frames = (frames: string): string => {
    let written = '';
    for (const frame of frames.split('\n\n')) {
      const at = frame.indexOf('data: ');
      if (at !== -1) written += this.#write(frame.slice(at + 'data: '.length));
    }
    return written;
  };

  /** Reads what a reply has so far, without writing it. */
  follow(message: Message): void {
    this.#catchUp(message);
  }

  #write(data: string): string {
    const event = decodeEvent(data);
    switch (event?.type) {
      case 'accepted':
        return this.#chunk({ role: 'assistant', content: '' });
      case 'content':
        this.#read.text += event.content.length;
        return this.#content(event.content);
      case 'reasoning':
        this.#read.reasoning += event.content.length;
        return event.content === '' ? '' : this.#chunk({ reasoning_content: event.content });
      case 'snapshot':
        return this.#catchUp(event.message);
      case 'error':
        return toFrame(completionError(new AppError(event.code, { message: event.error })));
      case 'done':
        return this.#end(this.#cut(event.message));
      default:
        return '';
    }
  }

  /** The text that a slow reader missed. */
  #catchUp({ text, reasoningContent = '' }: Message): string {
    const [content, reasoning] = [text.slice(this.#read.text), reasoningContent.slice(this.#read.reasoning)];
    this.#read = { text: text.length, reasoning: reasoningContent.length };
    return (reasoning === '' ? '' : this.#chunk({ reasoning_content: reasoning })) + this.#content(content);
  }

  #content(piece: string): string {
    const wasReached = this.#stop.isReached;
    const content = this.#stop.add(piece);
    if (this.#stop.isReached && !wasReached) this.#onStop();
    return content === '' ? '' : this.#chunk({ content });
  }

  /** The message up to the first stop sequence. */
  #cut(message: Message): Message {
    const stop = new StopSequences(this.#asked.stop);
    const shown = stop.add(message.text);
    return stop.isReached ? { ...message, text: shown, isCut: false } : message;
  }

  #end(message: Message): string {
    const annotations = citationsOf(message);
    const held = this.#stop.end();
    const rest = held === '' ? '' : this.#chunk({ content: held });
    const last = this.#chunk(annotations.length > 0 ? { annotations } : {}, finishReason(message));
    const { usage: _, ...about } = this.#about();
    const usage = this.#asked.showsUsage
      ? toFrame({ ...about, choices: [], usage: this.#usage(message) } satisfies CompletionChunk)
      : '';
    return `${rest}${last}${usage}data: [DONE]\n\n`;
  }

  #chunk(delta: Delta, reason: 'stop' | 'length' | null = null): string {
    const choices: CompletionChunk['choices'] = [{ index: 0, delta, finish_reason: reason, logprobs: null }];
    return toFrame({ ...this.#about(), choices });
  }

  #about(): Omit<CompletionChunk, 'choices'> {
    return {
      id: this.#id,
      object: 'chat.completion.chunk',
      created: this.#created,
      model: this.#asked.model ?? this.#asked.mode,
      ...(this.#asked.showsUsage && { usage: null }),
    };
  }

  #usage({ text, reasoningContent = '' }: Message): CompletionUsage {
    const prompt = this.#promptTokens;
    const completion = estimateTokens(text) + estimateTokens(reasoningContent);
    return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  }
}

/** Throws the error with which a reply ended, if any. */
export function throwFailure({ errorCode, error }: Message): void {
  if (errorCode) throw new AppError(errorCode, error === undefined ? {} : { message: error });
}

function finishReason({ isCut }: Message): 'stop' | 'length' {
  return isCut ? 'length' : 'stop';
}

function citationsOf({ sources = [], sourceTitles = [] }: Message): Citation[] {
  return sources.map((url, index) => ({
    type: 'url_citation',
    url_citation: { url, title: sourceTitles[index] ?? '', start_index: 0, end_index: 0 },
  }));
}

function toFrame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
