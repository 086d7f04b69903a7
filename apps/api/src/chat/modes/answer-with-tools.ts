import { AppError, type ErrorCode } from '@parley/core';
import type { ModelEvent, ModelRequest, ModelRound } from '../model/model.ts';
import { openToolbox } from '../tools/open-toolbox.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { answerFromModel, emitEvent, keepDrawn, requestFor, type DrawnPicture } from './answer-from-model.ts';
import type { Backends, EmitReply, ReplyEvent, Turn } from './mode.ts';
import { SourceList } from './source-list.ts';
import { untilAborted } from './until-aborted.ts';

/** Errors that may be about the tools; the request is then repeated without them. */
const MAYBE_TOOLS: ErrorCode[] = ['model-rejected'];
/** The same after the first round, whose results must not be lost. */
const MAYBE_RESULTS: ErrorCode[] = ['model-rejected', 'model-garbled', 'model-empty', 'model-failed'];

type Calls = Extract<ModelEvent, { type: 'calls' }>;

/**
 * Answers as a model with tools does: asks it, runs the tools that it calls, and asks again with their results, until
 * it answers without a call or the toolbox offers none. Answers without tools where there are none.
 */
export async function answerWithTools(
  turn: Turn,
  backends: Backends,
  emit: EmitReply,
  signal: AbortSignal,
): Promise<void> {
  const { model } = backends;
  const sources = new SourceList();
  const writer = new RoundWriter(sources, emit);
  const options = { maxOutputTokens: turn.assistant.replyTokens, sources };
  const opened = await untilAborted(openToolbox(turn, backends, sources, writer.emit), signal);
  if (signal.aborted) return;
  if (!opened) return answerFromModel(turn, model, options, emit, signal);
  const { toolbox, searchesItself } = opened;
  const request = await untilAborted(requestFor(turn, model, options, writer.emit), signal);
  if (!request) return;
  const rounds: ModelRound[] = [];
  for (;;) {
    const calls = await askOnce({ ...request, webSearch: searchesItself, rounds });
    if (signal.aborted) return;
    if (!calls) break;
    const results = await toolbox.run(calls.calls, writer.emit, signal);
    if (signal.aborted) return;
    rounds.push({ ...calls, text: writer.roundText, results });
  }
  sources.citeLinksIn(writer.text);
  sources.emitChanges(emit);
  if (writer.drawn) await keepDrawn(turn, writer.drawn, writer.emit);

  /** Asks for the next part of the reply. Resolves to the calls in it. */
  async function askOnce(asked: ModelRequest): Promise<Calls | null> {
    const tools = toolbox.offer();
    writer.beginRound(toolbox);
    try {
      await model.stream({ ...asked, tools, webSearch: asked.webSearch && tools.length > 0 }, writer.add, signal);
    } catch (error) {
      if (writer.hasPicture && error instanceof AppError && error.code === 'model-empty') return null;
      const codes = rounds.length > 0 ? MAYBE_RESULTS : MAYBE_TOOLS;
      const isOver = writer.hasBegun || tools.length === 0;
      if (isOver || !(error instanceof AppError) || !codes.includes(error.code)) throw error;
      toolbox.close();
      return askOnce(asked);
    }
    if (writer.isFiltered) throw new AppError('model-filtered');
    return writer.calls;
  }
}

/** Writes the events of a model's rounds as one reply. */
class RoundWriter {
  /** The text of all rounds, and of the current one. */
  text = '';
  roundText = '';
  calls: Calls | null = null;
  /** Whether the current round has brought anything. */
  hasBegun = false;
  isFiltered = false;
  hasPicture = false;
  /** The newest picture that the model drew itself. */
  drawn: DrawnPicture | null = null;
  readonly #sources: SourceList;
  readonly #emit: EmitReply;
  #toolbox: Toolbox | null = null;
  /** Separates what was written before this round from what follows. */
  #gaps = { text: '', reasoning: '' };
  #hasReasoning = false;

  constructor(sources: SourceList, emit: EmitReply) {
    this.#sources = sources;
    this.#emit = emit;
  }

  beginRound(toolbox: Toolbox): void {
    this.#toolbox = toolbox;
    this.#gaps = { text: this.text === '' ? '' : '\n\n', reasoning: this.#hasReasoning ? '\n\n' : '' };
    this.roundText = '';
    this.calls = null;
    this.hasBegun = false;
  }

  readonly emit = (event: ReplyEvent): void => {
    this.hasPicture ||= event.type === 'image';
    this.#emit(event);
  };

  readonly add = (event: ModelEvent): void => {
    this.hasBegun ||= event.type !== 'end';
    switch (event.type) {
      case 'calls':
        this.calls = event;
        break;
      case 'picture':
        this.drawn = event.bytes;
        break;
      case 'text':
        this.roundText += event.delta;
        this.text += this.#gaps.text + event.delta;
        this.#emit({ type: 'content', content: this.#gaps.text + event.delta });
        this.#gaps.text = '';
        break;
      case 'reasoning':
        this.#hasReasoning = true;
        this.#emit({ type: 'reasoning', content: this.#gaps.reasoning + event.delta, status: 'streaming' });
        this.#gaps.reasoning = '';
        break;
      default:
        if (event.type === 'search') this.#toolbox?.foundPages();
        if (event.type === 'end') this.isFiltered = event.reason === 'filter';
        emitEvent(event, this.#sources, this.#emit);
    }
  };
}
