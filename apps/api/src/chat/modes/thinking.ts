import { answerFromModel } from './answer-from-model.ts';
import type { RunMode } from './run-mode.ts';

/** Reasons first and shows it; the tokens of the reasoning count too. */
export const thinking: RunMode = (turn, { model }, signal) =>
  answerFromModel(turn, model, signal, { thinking: true, maxOutputTokens: 16_000 });
