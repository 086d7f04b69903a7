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

test('a request that its provider did not count is estimated by its text at four characters a token, and marked', () => {
  const meter = open();
  const request = meter.begin('mine', { inputTokens: 120 });
  request.wrote('thinking now', true);
  request.wrote('Hello there, how are you');
  expect(meter.spent()).toMatchObject([
    {
      inputTokens: 90,
      outputTokens: 9,
      reasoningTokens: 3,
      microdollars: 180,
      estimatedRequests: 1,
      estimatedMicrodollars: 180,
    },
  ]);
});

test('estimates follow what the provider counted before', () => {
  const correction = new EstimateCorrection();
  open(correction).begin('mine', { inputTokens: 100 }).count({ inputTokens: 50, outputTokens: 0 });
  const meter = open(correction);
  meter.begin('mine', { inputTokens: 90 });
  meter.begin('other', { inputTokens: 120 });
  expect(meter.spent()).toMatchObject([
    { model: 'mine', inputTokens: 45 },
    { model: 'other', inputTokens: 90 },
  ]);
});

test('estimates of words, tools and pictures follow what the provider counted of each, whatever the mixture', () => {
  const correction = new EstimateCorrection();
  const begin = (words: number, toolTokens: number, fileTokens: number) =>
    open(correction).begin('mine', { inputTokens: words + toolTokens + fileTokens, toolTokens, fileTokens });
  const bill = (words: number, tools: number, files: number) =>
    begin(words, tools, files).count({ inputTokens: Math.ceil(words * 0.75 + tools * 0.4 + files * 0.5) });
  for (let times = 0; times < 20; times++) {
    for (let titles = 0; titles < 9; titles++) bill(60 + titles, 0, 0);
    bill(250 + times, 900, 0);
    bill(4_000 - times, 900, times % 4 === 0 ? 3_000 : 0);
  }
  for (const [words, tools, files] of [
    [260, 900, 0],
    [9_000, 900, 0],
    [800, 0, 1_500],
    [60, 0, 0],
  ] as const) {
    const exact = words * 0.75 + tools * 0.4 + files * 0.5;
    const { inputTokens = 0 } = begin(words, tools, files).amounts() ?? {};
    expect(Math.abs(inputTokens / exact - 1)).toBeLessThan(0.02);
  }
});

test('what a search read does not raise later estimates, nor does hidden reasoning those of answers', () => {
  const correction = new EstimateCorrection();
  const searching = open(correction).begin('mine', { inputTokens: 100 });
  searching.searched();
  searching.count({ inputTokens: 9_000, outputTokens: 0 });
  const thinking = open(correction).begin('mine', { inputTokens: 100 });
  thinking.wrote('x'.repeat(300));
  thinking.count({ inputTokens: 100, outputTokens: 5_100, reasoningTokens: 5_000 });
  const cut = open(correction).begin('mine', { inputTokens: 100 });
  cut.wrote('x'.repeat(30));
  expect(cut.amounts()).toMatchObject({ inputTokens: 100, outputTokens: 10 });
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
  meter.begin('other', { inputTokens: 12 });
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

test('a search without a price costs nothing, the tokens of its request cost what they do, and it is marked', () => {
  const meter = open();
  const request = meter.begin('mine', { inputTokens: 50_000 });
  request.searched();
  request.count({ inputTokens: 50_000, outputTokens: 4_000 });
  expect(meter.spent()).toMatchObject([{ searches: 1, microdollars: 90_000, unpricedRequests: 1 }]);
});

test('a picture or recording without a price of its tokens costs the price of a picture or its minutes', () => {
  const byUnit = new PriceList({ date: '2026-11-23', models: { painter: { picture: 0.04 }, ears: { minute: 0.006 } } });
  const meter = new Meter({ prices: byUnit, correction: new EstimateCorrection() });
  meter.begin('painter', { pictures: 1 }).count({ inputTokens: 50, outputTokens: 1_056, pictures: 1 });
  meter.begin('ears', { audioMs: 30_000 }).count({ inputTokens: 300, outputTokens: 75 });
  expect(meter.spent()).toMatchObject([
    { model: 'painter', microdollars: 40_000, unpricedRequests: 0 },
    { model: 'ears', microdollars: 3_000, unpricedRequests: 0 },
  ]);
});
