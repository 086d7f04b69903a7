import { expect, test } from 'vitest';
import shipped from './prices.json' with { type: 'json' };
import { PriceFile, PriceList } from './prices.ts';

const MODEL = { input: 2, cachedInput: 0.5, output: 10, search: 0.01 };
const list = new PriceList({ date: '2027-01-01', models: { mine: MODEL, whisper: { minute: 0.006 } } });

test('the shipped prices are a valid file that says its date', () => {
  expect(PriceFile.parse(shipped)).toEqual(shipped);
  expect(new PriceList().dates).toEqual({ shipped: shipped.date, own: null });
  expect(list.dates.own).toBe('2027-01-01');
});

test.each([
  ['tokens', { inputTokens: 1_000, outputTokens: 100 }, 3_000],
  ['cached tokens', { inputTokens: 1_000, cachedTokens: 800, outputTokens: 0 }, 800],
  ['searches', { inputTokens: 1, outputTokens: 0, searches: 3 }, 30_002],
  ['half a microdollar', { inputTokens: 0, outputTokens: 0, cachedTokens: 1 }, 1],
  ['nothing', {}, 0],
])('a request costs its %s', (_, used, microdollars) => {
  expect(list.priceOf('mine', used)).toBe(microdollars);
});

test('pictures cost what the provider counted, or else the price of a picture', () => {
  const pictures = new PriceList();
  const counted = { inputTokens: 100, pictureTokens: 60, outputTokens: 1_000, pictures: 1 };
  expect(pictures.priceOf('gpt-image-1', counted)).toBe(40 * 5 + 60 * 10 + 1_000 * 40);
  expect(pictures.priceOf('gpt-image-1', { pictures: 1 })).toBe(42_000);
});

test('speech costs by the minute or by the character', () => {
  expect(list.priceOf('whisper', { audioMs: 30_000 })).toBe(3_000);
  expect(list.priceOf('tts-1', { characters: 1_000 })).toBe(15_000);
});

test('a version of a model has the price of the model, and an unknown one has none', () => {
  expect(list.priceOf('mine-2026-05-01', { inputTokens: 1, outputTokens: 1 })).toBe(12);
  expect(list.isPriced('mine-2026-05-01', { inputTokens: 1, outputTokens: 1 })).toBe(true);
  expect(list.isPriced('other', { inputTokens: 1, outputTokens: 1 })).toBe(false);
  expect(list.isPriced('toString', {})).toBe(false);
  expect(list.isPriced('whisper', { inputTokens: 1, outputTokens: 1 })).toBe(false);
});

test('a listed model has its own price by its id, or else that of its provider’s model', () => {
  const own = { input: 7, output: 7 };
  const listed = new PriceList({ date: '2027-01-01', models: { mine: MODEL } }, [
    { id: 'swift', model: 'mine', price: own },
    { id: 'deep', model: 'mine-2026-05-01', price: null },
    { id: 'odd', model: 'unknown', price: null },
  ]);
  const used = { inputTokens: 1_000, outputTokens: 0 };
  expect(['swift', 'deep', 'mine', 'odd'].map((id) => listed.priceOf(id, used))).toEqual([7_000, 2_000, 2_000, 0]);
});
