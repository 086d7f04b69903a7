import type { Counts } from '../../../spending/counts.ts';

/** Larger counts are a mistake of the service. */
const MAX_COUNT = 1e9;

type Wire = Record<string, unknown>;

/** Reads the counts of tokens, as either API and its compatible services write them. Null without usable ones. */
export function readCounts(usage: unknown): Counts | null {
  const counted = wireOf(usage);
  const inputTokens = countOf(counted['input_tokens'] ?? counted['prompt_tokens']);
  const answerTokens = countOf(counted['output_tokens'] ?? counted['completion_tokens']);
  if (inputTokens === null || answerTokens === null) return null;
  // Grok and Gemini count reasoning only in the total.
  const hiddenTokens = Math.max((countOf(counted['total_tokens']) ?? 0) - inputTokens - answerTokens, 0);
  const outputTokens = answerTokens + hiddenTokens;
  if (inputTokens + outputTokens === 0) return null;
  const input = wireOf(counted['input_tokens_details'] ?? counted['prompt_tokens_details']);
  const output = wireOf(counted['output_tokens_details'] ?? counted['completion_tokens_details']);
  // DeepSeek names its cached tokens otherwise, and Kimi has them beside the others.
  const cached = countOf(input['cached_tokens'] ?? counted['prompt_cache_hit_tokens'] ?? counted['cached_tokens']) ?? 0;
  return {
    inputTokens,
    cachedTokens: Math.min(cached, inputTokens),
    pictureTokens: Math.min(countOf(input['image_tokens']) ?? 0, inputTokens),
    outputTokens,
    reasoningTokens: Math.min(Math.max(countOf(output['reasoning_tokens']) ?? 0, hiddenTokens), outputTokens),
  };
}

/** The seconds of a recording, as transcription services count them, in milliseconds. Null without. */
export function readAudioMs(usage: unknown): number | null {
  const seconds = wireOf(usage)['seconds'];
  return typeof seconds === 'number' && seconds >= 0 && seconds < MAX_COUNT ? Math.round(seconds * 1000) : null;
}

function wireOf(value: unknown): Wire {
  return typeof value === 'object' && value !== null ? (value as Wire) : {};
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX_COUNT ? Math.round(value) : null;
}
