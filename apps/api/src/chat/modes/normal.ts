import { answerFromModel } from './answer-from-model.ts';
import type { Mode } from './mode.ts';

export const normal: Mode = {
  run: (turn, { model }, emit, signal) =>
    answerFromModel(turn, model, { maxOutputTokens: turn.assistant.replyTokens }, emit, signal),
};
