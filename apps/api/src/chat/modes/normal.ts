import { answerFromModel } from './answer-from-model.ts';
import type { RunMode } from './run-mode.ts';

export const normal: RunMode = (turn, { model }, signal) =>
  answerFromModel(turn, model, signal, { maxOutputTokens: turn.assistant.replyTokens });
