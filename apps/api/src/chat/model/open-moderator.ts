import { AppError } from '@parley/core';
import type OpenAI from 'openai';
import { readJson } from '../../outgoing/read-at-most.ts';
import { toModelError, withServiceError } from './model-errors.ts';
import { DEFAULT_LIMITS, type ModelLimits } from './model-limits.ts';
import type { Moderator } from './moderator.ts';
import { openClient } from './open-client.ts';
import { retryConnecting } from './retry-connecting.ts';

export interface ModeratorSettings {
  apiKey: string | null;
  /** Null means OpenAI itself. */
  baseUrl: string | null;
  model: string;
  limits?: Partial<ModelLimits>;
}

type Input = OpenAI.ModerationCreateParams['input'];

const MAX_ANSWER = 1024 * 1024;
const OTHER = 'other';
/** Only these become names of counters, because a service may answer anything. */
const CATEGORIES: ReadonlySet<string> = new Set([
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
]);

/** Mistral sends categories without a verdict. Those that are not here, such as health and law, flag nothing. */
const OF_MISTRAL: ReadonlyMap<string, string> = new Map([
  ['hate_and_discrimination', 'hate'],
  ['violence_and_threats', 'violence'],
  ['sexual', 'sexual'],
  ['selfharm', 'self-harm'],
  ['dangerous', 'illicit'],
  ['criminal', 'illicit'],
  ['dangerous_and_criminal_content', 'illicit'],
]);

/** Opens the configured moderation model. Connects only on use. */
export function openModerator(settings: ModeratorSettings): Moderator {
  const { model } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const client = openClient({ ...settings, connectMs: limits.connectMs, maxRetries: 0 });

  async function send(input: Input, signal: AbortSignal): Promise<unknown> {
    const options = { signal, timeout: 2 * limits.moderationMs };
    const asked = client.sdk.moderations.create({ input, model }, options);
    return readJson(client.bodyOf(await asked.asResponse()), MAX_ANSWER);
  }

  return {
    async flaggedIn({ texts, pictures }) {
      const late = AbortSignal.timeout(limits.moderationMs);
      const judge = async (input: Input, results: number) =>
        categoriesIn(await retryConnecting(() => send(input, late), late), results);
      const judged = await Promise.allSettled([
        ...(texts.length > 0 ? [judge(texts, texts.length)] : []),
        // The service takes one picture a request.
        ...pictures.map((url) => judge([{ type: 'image_url', image_url: { url } }], 1)),
      ]);
      const flagged = judged.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      if (flagged.length > 0) return [...new Set(flagged)];
      const failure = judged.find((each) => each.status === 'rejected');
      if (!failure) return [];
      if (late.aborted) throw new AppError('model-timeout', { cause: failure.reason });
      throw withServiceError(toModelError(failure.reason), [settings.apiKey ?? '', ...texts]);
    },
  };
}

function categoriesIn(answer: unknown, expected: number): string[] {
  const { results } = (answer ?? {}) as { results?: unknown };
  // A text without a result would pass unchecked.
  if (!Array.isArray(results) || results.length !== expected) throw new AppError('model-garbled');
  return results.flatMap(flaggedOf);
}

function flaggedOf(result: unknown): string[] {
  const { flagged, categories } = (result ?? {}) as { flagged?: unknown; categories?: Record<string, unknown> | null };
  const named = Object.entries(categories ?? {}).flatMap(([name, isFlagged]) => (isFlagged === true ? [name] : []));
  if (flagged === undefined && typeof categories?.['hate_and_discrimination'] === 'boolean') {
    return named.flatMap((name) => OF_MISTRAL.get(name) ?? []);
  }
  if (typeof flagged !== 'boolean') throw new AppError('model-garbled');
  if (!flagged) return [];
  return named.length === 0 ? [OTHER] : named.map((name) => (CATEGORIES.has(name) ? name : OTHER));
}
