import { answerFromModel } from './answer-from-model.ts';
import type { Mode } from './mode.ts';

/** Reasons visibly before it answers. */
export const thinking: Mode = {
  run(turn, { model }, emit, signal) {
    const options = { thinking: true, maxOutputTokens: turn.assistant.thinkingReplyTokens };
    return answerFromModel(turn, model, options, emit, signal);
  },
};
