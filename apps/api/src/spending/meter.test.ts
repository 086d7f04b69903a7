import { expect, test } from 'vitest';
import { EstimateCorrection } from './estimate-correction.ts';
import { Meter } from './meter.ts';
import { PriceList } from './prices.ts';

const prices = new PriceList({ date: '2026-11-23', models: { mine: { input: 1, output: 10 } } });
const open = (correction = new EstimateCorrection()) => new Meter({ prices, correction });

test('a request counts what its provider counted', () => {
  const meter = open();
  const request = meter.begin('mine', { inputTokens: 90 });
  request.wrote('Hello there');
  request.count({ inputTokens: 50, cachedTokens: 20, outputTokens: 4, reasoningTokens: 1 });
  expect(meter.spent()).toMatchObject([
    {
      model: 'mine',
      requests: 1,
      inputTokens: 50,
      cachedTokens: 20,
      outputTokens: 4,
      microdollars: 90,
      estimatedRequests: 0,
    },
  ]);
});

test('a request that its provider did not count is estimated by its text, and marked', () => {
  const meter = open();
  const request = meter.begin('mine', { inputTokens: 90 });
  request.wrote('thinking', true);
  request.wrote('Hello there');
  expect(meter.spent()).toMatchObject([
    {
      inputTokens: 90,
      outputTokens: 7,
      reasoningTokens: 3,
      microdollars: 160,
      estimatedRequests: 1,
      estimatedMicrodollars: 160,
    },
  ]);
});

test('estimates follow what the provider counted before', () => {
  const correction = new EstimateCorrection();
  open(correction).begin('mine', { inputTokens: 100 }).count({ inputTokens: 50, outputTokens: 0 });
  const meter = open(correction);
  meter.begin('mine', { inputTokens: 90 });
  meter.begin('other', { inputTokens: 90 });
  expect(meter.spent()).toMatchObject([
    { model: 'mine', inputTokens: 45 },
    { model: 'other', inputTokens: 90 },
  ]);
});

test('a refused request costs nothing, unless the provider counted it', () => {
  const meter = open();
  meter.begin('mine', { inputTokens: 90 }).refused();
  expect(meter.spent()).toEqual([]);
  const empty = meter.begin('mine', { inputTokens: 90 });
  empty.count({ inputTokens: 8, outputTokens: 0 });
  empty.refused();
  expect(meter.spent()).toMatchObject([{ requests: 1, inputTokens: 8 }]);
});

test('a model without a price has counts and no cost', () => {
  const meter = open();
  meter.begin('other', { inputTokens: 9 });
  expect(meter.spent()).toMatchObject([
    { inputTokens: 9, microdollars: 0, unpricedRequests: 1, estimatedRequests: 1, estimatedMicrodollars: 0 },
  ]);
});

test('characters and searches are known without the provider', () => {
  const meter = open();
  meter.begin('tts-1', { characters: 100 });
  meter.begin('brave', { searches: 1 });
  expect(meter.spent()).toMatchObject([
    { characters: 100, microdollars: 1_500, estimatedRequests: 0 },
    { searches: 1, microdollars: 5_000, estimatedRequests: 0 },
  ]);
});
