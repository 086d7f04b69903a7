import { answerFromModel } from './answer-from-model.ts';
import type { RunMode } from './run-mode.ts';

/** Reasons visibly before it answers. */
export const thinking: RunMode = (turn, { model }, signal) =>
  answerFromModel(turn, model, signal, { thinking: true, maxOutputTokens: turn.assistant.thinkingReplyTokens });
