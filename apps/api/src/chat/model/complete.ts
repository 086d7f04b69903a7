import { AnswerTags, AppError } from '@parley/core';
import { APIError } from 'openai';
import { CHARS_PER_TOKEN } from './request/estimate-sixths.ts';
import { estimateInput } from './request/fit-request.ts';
import { CitationMarks } from './stream/citation-marks.ts';
import { beginning } from './request/cut-text.ts';
import { isMaybeBilled } from './model-errors.ts';
import type { CompleteRequest } from './model.ts';
import type { Effort, Protocol } from './protocol/protocol.ts';
import { UnsupportedParams } from './features/unsupported-params.ts';

export interface Completer {
  protocol: Protocol;
  model: string;
  /** The name under which its use is measured. */
  meteredAs: string;
  isOpenAi: boolean;
  /** Whether the model accepts a reasoning effort parameter. */
  takesEffort(): Promise<boolean>;
  /** As in `Question`. */
  hasNoSystemRole(): Promise<boolean>;
  /** Posts a body and resolves to the response. */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
}

/** Extra tokens for reasoning, since some models reason even when asked not to. */
const REASONING_ROOM = 1_000;
/** From least to most; models differ in which they accept. */
const EFFORTS: Effort[] = ['none', 'minimal', 'low'];

/** Creates a function that completes short texts, without streaming, and remembers what the model refused. */
export function createComplete(completer: Completer) {
  const { protocol, model, meteredAs, isOpenAi, takesEffort, hasNoSystemRole, post } = completer;
  // Tracked separately from replies: a model that refuses effort `none` may still reason.
  const unsupported = new UnsupportedParams();
  let refusedEfforts = 0;
  let mustNotThink = false;

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
        // All requests share a prefix, so they may share the service's prompt cache.
        conversationId: 'short-texts',
        model,
        isOpenAi,
        reasons: false,
        hasNoSystemRole: await hasNoSystemRole(),
      };
      const { stream_options: _options, ...streamed } = protocol.bodyOf(question) as { stream_options?: unknown };
      const body = unsupported.without(model, { ...streamed, stream: false });
      const metered = request.meter?.begin(meteredAs, estimateInput(question));
      try {
        const asked = {
          ...body,
          ...(effort && protocol.effortField(effort)),
          ...(mustNotThink && { enable_thinking: false }),
        };
        const answer = await post(protocol.path, asked, signal);
        const text = protocol.textOf(answer);
        metered?.wrote(text);
        const counts = protocol.countsIn(answer);
        if (counts) metered?.count(counts);
        return shown(text, request.maxOutputTokens);
      } catch (error) {
        if (!isMaybeBilled(error, signal)) metered?.refused();
        if (!mustNotThink && thinksOnlyInStreams(error)) mustNotThink = true;
        else if (effort && refusesEffort(error)) refusedEfforts++;
        else if (!unsupported.learn(model, body, error)) throw error;
      }
    }
  };
}

function refusesEffort(error: unknown): boolean {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
  return /reasoning|effort|thinking/i.test((error.param || error.message).slice(0, 2_000));
}

/** Whether a service refused an unstreamed request because its model would think. Qwen's models think only in streams. */
function thinksOnlyInStreams(error: unknown): boolean {
  return error instanceof APIError && /enable.thinking/i.test(error.message.slice(0, 2_000));
}

/** The visible answer, without reasoning and citation marks. */
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
