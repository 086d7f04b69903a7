import { answerFromModel } from './answer-from-model.ts';
import type { Mode } from './mode.ts';

/** Reasons visibly before it answers. */
export const thinking: Mode = {
  run: (turn, { model }, signal) =>
    answerFromModel(turn, model, signal, { thinking: true, maxOutputTokens: turn.assistant.thinkingReplyTokens }),
};
