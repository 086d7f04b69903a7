import { AnswerTags, AppError } from '@parley/core';
import { APIError } from 'openai';
import { CHARS_PER_TOKEN } from './request/fit-request.ts';
import { CitationMarks } from './stream/citation-marks.ts';
import { beginning } from './request/cut-text.ts';
import type { Model } from './model.ts';
import type { Effort, Protocol } from './protocol/protocol.ts';
import { UnsupportedParams } from './features/unsupported-params.ts';

type CompleteRequest = Parameters<Model['complete']>[0];

export interface Completer {
  protocol: Protocol;
  model: string;
  isOpenAi: boolean;
  /** Whether the model takes a parameter that says how much to reason. */
  takesEffort(): Promise<boolean>;
  /** Posts a body; resolves with what came back. */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
}

/** Tokens that a model may reason with beside its text, since some reason even when told not to. */
const REASONING_ROOM = 1_000;
/** From the least; models differ in which they take. */
const EFFORTS: Effort[] = ['none', 'minimal', 'low'];

/** Asks one model for short texts, each whole, and remembers what it refused. */
export function createComplete({ protocol, model, isOpenAi, takesEffort, post }: Completer) {
  // Its own memory: a model that refuses an effort of none may reason all the same.
  const unsupported = new UnsupportedParams();
  let refusedEfforts = 0;

  return async function complete(request: CompleteRequest, signal: AbortSignal): Promise<string> {
    for (;;) {
      const effort = (await takesEffort()) ? EFFORTS[refusedEfforts] : undefined;
      const question = {
        instructions: request.instructions,
        messages: [{ role: 'user' as const, content: request.text }],
        thinking: false,
        webSearch: false,
        maxOutputTokens: request.maxOutputTokens + REASONING_ROOM,
        safetyIdentifier: request.safetyIdentifier,
        // All of them begin alike, so they may share a service's cache.
        conversationId: 'short-texts',
        model,
        isOpenAi,
        reasons: false,
      };
      const body = unsupported.without(model, { ...protocol.bodyOf(question), stream: false });
      try {
        const answer = await post(protocol.path, effort ? { ...body, ...protocol.effortField(effort) } : body, signal);
        return shown(protocol.textOf(answer), request.maxOutputTokens);
      } catch (error) {
        if (effort && refusesEffort(error)) refusedEfforts++;
        else if (!unsupported.learn(model, body, error)) throw error;
      }
    }
  };
}

function refusesEffort(error: unknown): boolean {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
  return /reasoning|effort|thinking/i.test((error.param || error.message).slice(0, 2_000));
}

/** The answer alone, without the reasoning and the marks that came with it. */
function shown(text: string, maxTokens: number): string {
  const marks = new CitationMarks();
  const tags = new AnswerTags();
  const plain = marks.push(text) + marks.flush();
  const answer = [...tags.push(plain), ...tags.flush()]
    .map((part) => (part.kind === 'answer' ? part.text : ''))
    .join('')
    .trim();
  if (answer === '') throw new AppError('model-empty');
  return beginning(answer, maxTokens * CHARS_PER_TOKEN);
}
