import { answerFromModel } from './answer-from-model.ts';
import type { Mode } from './mode.ts';

export const normal: Mode = {
  run: (turn, { model }, signal) =>
    answerFromModel(turn, model, signal, { maxOutputTokens: turn.assistant.replyTokens }),
};
