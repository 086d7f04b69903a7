import { AppError } from '@parley/core';
import type { Model, ModelEvent, ModelMessage, ModelRequest } from '../model/model.ts';
import { roomForMessages } from '../model/request/fit-request.ts';
import { continueInstructions, instructionsFor, lengthInstructions } from './prompt/instructions.ts';
import { modelMessages } from './prompt/model-messages.ts';
import { readProjectFiles } from './prompt/project-files.ts';
import type { EmitReply, Turn } from './mode.ts';
import { SeamJoiner } from './join-seam.ts';
import { SourceList } from './source-list.ts';
import { untilAborted } from './until-aborted.ts';

interface AnswerOptions {
  maxOutputTokens: number;
  thinking?: boolean;
  /** Whether the model searches the web itself. */
  webSearch?: boolean;
  /** Additional lines for the instructions. */
  instructions?: string[];
  /** Text placed before the question, as made by `wrapDocument`. */
  material?: string;
  /** Pages found before the model was asked; already shown to readers. */
  sources?: SourceList;
}

/** Asks the model and converts its events to reply events. */
export async function answerFromModel(
  turn: Turn,
  model: Model,
  options: AnswerOptions,
  emit: EmitReply,
  signal: AbortSignal,
): Promise<void> {
  const request = await untilAborted(requestFor(turn, model, options, emit), signal);
  if (!request) return;
  const sources = options.sources ?? new SourceList();
  const seam = turn.begun === undefined ? null : new SeamJoiner(turn.begun);
  let answer = '';
  let isFiltered = false;
  let picture: DrawnPicture | null = null;
  const onEvent = (event: ModelEvent): void => {
    if (event.type === 'text') answer += event.delta;
    if (event.type === 'picture') picture = event.bytes;
    if (event.type === 'end') isFiltered = event.reason === 'filter';
    if (!seam) return emitEvent(event, sources, emit);
    for (const joined of joinEvent(event, seam)) emitEvent(joined, sources, emit);
  };
  await model.stream(request, onEvent, signal);
  if (isFiltered) throw new AppError('model-filtered');
  sources.citeLinksIn(answer);
  if (signal.aborted) return;
  sources.emitChanges(emit);
  if (picture) await keepDrawn(turn, picture, emit);
}

export type DrawnPicture = Extract<ModelEvent, { type: 'picture' }>['bytes'];

/** Stores a picture that the model drew itself, and shows it. */
export async function keepDrawn({ messages, files }: Turn, picture: DrawnPicture, emit: EmitReply): Promise<void> {
  const imagePrompt = messages.at(-1)?.text ?? '';
  emit({ type: 'image', imageUrl: await files.keepPicture(picture, imagePrompt), imagePrompt });
}

/** The event with its text joined to the beginning of the reply; before any other event, the text held back. */
function joinEvent(event: ModelEvent, seam: SeamJoiner): ModelEvent[] {
  const text = event.type === 'text' ? seam.push(event.delta) : seam.flush();
  const joined: ModelEvent[] = text === '' ? [] : [{ type: 'text', delta: text }];
  return event.type === 'text' ? joined : [...joined, event];
}

/** Emits what an event of the model adds to the reply. */
export function emitEvent(event: ModelEvent, sources: SourceList, emit: EmitReply): void {
  switch (event.type) {
    case 'text':
      emit({ type: 'content', content: event.delta });
      break;
    case 'reasoning':
      emit({ type: 'reasoning', content: event.delta, status: 'streaming' });
      break;
    case 'reasoning-done':
      emit({ type: 'reasoning', content: '', status: 'complete' });
      break;
    case 'search': {
      const detail = event.query === undefined ? {} : { detail: event.query };
      emit({ type: 'tool', name: 'web_search', status: event.status, ...detail });
      if (event.status === 'completed') {
        sources.markSearched();
        sources.emitChanges(emit);
      }
      break;
    }
    case 'source':
      sources.add(event.url, event.isCited, event.title);
      break;
    case 'end':
      if (event.reason === 'length') emit({ type: 'cut' });
      break;
    // Shown once the reply is complete.
    case 'picture':
    case 'calls':
      break;
    default:
      event satisfies never;
  }
}

/** Builds the request for a turn, and emits the files that it has passages of: none when it has them whole. */
export async function requestFor(
  turn: Turn,
  model: Model,
  options: AnswerOptions,
  emit: EmitReply,
): Promise<ModelRequest> {
  const { thinking = false, webSearch = false, maxOutputTokens, instructions: added = [], material } = options;
  const contextTokens = await model.contextTokens();
  const projectFiles = await readProjectFiles(turn, contextTokens);
  if (projectFiles.isGiven) emit({ type: 'files', fileSources: projectFiles.sources });
  const instructions = [
    instructionsFor(turn),
    ...projectFiles.instructions,
    ...added,
    ...lengthInstructions(turn),
    ...continueInstructions(turn),
  ].join('\n');
  const lead = [projectFiles.material, material].filter(Boolean).join('\n\n');
  const { messages, sizes } = await modelMessages(turn, model, contextTokens, lead);
  turn.onMeasured?.({ turn, sizes, room: roomForMessages({ instructions, maxOutputTokens }, contextTokens) });
  return {
    instructions,
    messages: [...messages, ...begunMessage(turn)],
    thinking,
    webSearch,
    maxOutputTokens,
    safetyIdentifier: turn.safetyIdentifier,
    conversationId: turn.conversationId,
  };
}

/** The beginning of the reply as the last message. */
function begunMessage({ begun }: Turn): ModelMessage[] {
  return begun === undefined ? [] : [{ role: 'assistant', content: begun }];
}
