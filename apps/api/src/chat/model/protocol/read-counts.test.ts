import { expect, test } from 'vitest';
import { readAudioMs, readCounts } from './read-counts.ts';

const COUNTS = { inputTokens: 9, cachedTokens: 4, pictureTokens: 0, outputTokens: 5, reasoningTokens: 2 };

test.each([
  [
    'Responses',
    {
      input_tokens: 9,
      output_tokens: 5,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens_details: { reasoning_tokens: 2 },
    },
  ],
  [
    'Chat Completions',
    {
      prompt_tokens: 9,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  ],
  [
    'DeepSeek',
    {
      prompt_tokens: 9,
      completion_tokens: 5,
      prompt_cache_hit_tokens: 4,
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  ],
  [
    'Kimi',
    {
      prompt_tokens: 9,
      completion_tokens: 5,
      total_tokens: 14,
      cached_tokens: 4,
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  ],
])('reads the counts of %s', (_, usage) => {
  expect(readCounts(usage)).toEqual(COUNTS);
});

test.each([
  [
    'Grok',
    {
      prompt_tokens: 9,
      completion_tokens: 3,
      total_tokens: 14,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  ],
  ['Gemini', { prompt_tokens: 9, completion_tokens: 3, total_tokens: 14, prompt_tokens_details: { cached_tokens: 4 } }],
])('counts as output the reasoning that only the total of %s includes', (_, usage) => {
  expect(readCounts(usage)).toEqual(COUNTS);
});

test.each([
  [null],
  [undefined],
  ['9'],
  [{}],
  [{ prompt_tokens: 0, completion_tokens: 0 }],
  [{ prompt_tokens: -1, completion_tokens: 5 }],
  [{ prompt_tokens: '9', completion_tokens: 5 }],
  [{ input_tokens: 1e300, output_tokens: 1 }],
  [{ input_tokens: 9 }],
])('finds no counts in %j', (usage) => {
  expect(readCounts(usage)).toBeNull();
});

test('parts never exceed their whole', () => {
  const usage = { input_tokens: 9, output_tokens: 5, input_tokens_details: { cached_tokens: 90 } };
  expect(readCounts(usage)).toMatchObject({ inputTokens: 9, cachedTokens: 9 });
});

test('reads the seconds of a recording', () => {
  expect(readAudioMs({ type: 'duration', seconds: 1.5 })).toBe(1_500);
  expect(readAudioMs({ type: 'tokens', input_tokens: 3 })).toBeNull();
});
