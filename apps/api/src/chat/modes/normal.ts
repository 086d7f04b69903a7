import { answerFromModel } from './answer-from-model.ts';
import { answerWithTools } from './answer-with-tools.ts';
import type { Mode } from './mode.ts';

/** Answers with the tools that the question needs. The rest of a reply is written without them. */
export const normal: Mode = {
  run(turn, backends, emit, signal) {
    if (turn.begun === undefined) return answerWithTools(turn, backends, emit, signal);
    return answerFromModel(turn, backends.model, { maxOutputTokens: turn.assistant.replyTokens }, emit, signal);
  },
};
