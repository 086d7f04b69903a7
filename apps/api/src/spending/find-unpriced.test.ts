import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { costCheck } from '../doctor/checks/cost-check.ts';
import { linesOf } from '../doctor/testing/lines-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-unpriced-'));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (environment: Record<string, string>) => linesOf(costCheck(readConfig(environment, folder)));
const LIMITED = { COST_LIMIT_DAY: '5' };
const SERVICE = { OPENAI_BASE_URL: 'https://one.example/v1', OPENAI_MODEL: 'gpt-5' };

it('every model and service that costs needs a price', async () => {
  const services = {
    OPENAI_MODEL_THINKING: 'own-thinker',
    OPENAI_MODEL_TITLE: 'own-titles',
    OPENAI_IMAGE_MODEL: 'own-pictures',
    OPENAI_TRANSCRIBE_MODEL: 'own-ears',
    OPENAI_SPEECH_MODEL: 'own-voice',
    BRAVE_API_KEY: 'a key',
  };
  expect(await check({ ...LIMITED, ...SERVICE, ...services })).toEqual([
    'warning Cost limits: They can’t hold without prices, and own-thinker, own-titles, own-pictures, own-ears, ' +
      'own-voice have none. Set PRICES to a file with their prices.',
  ]);
  expect(await check({ ...LIMITED, ...SERVICE })).toEqual(['ok Cost limits: Every model has a price.']);
  expect(await check(LIMITED)).toEqual(['ok Cost limits: Every model has a price.']);
});

it('every model of the list needs a price, its own or that of the provider’s model', async () => {
  const model = (id: string, more: object) => {
    const texts = { id, label: id, description: 'A model.', plans: ['free', 'premium'] };
    return { ...texts, address: 'https://one.example/v1', key: null, ...more };
  };
  const models = [
    model('swift', { model: 'gpt-5' }),
    model('priced', { model: 'own-1', price: { input: 1, output: 2 } }),
    model('unpriced', { model: 'own-2' }),
  ];
  writeFileSync(join(folder, 'models.json'), JSON.stringify({ models }));
  expect(await check({ ...LIMITED, MODELS: 'models.json' })).toEqual([
    'warning Cost limits: They can’t hold without prices, and unpriced has none. Set PRICES to a file with its price.',
  ]);
});

it('a plan’s dollars are a limit too', async () => {
  const plan = { id: 'basic', name: 'Basic', price: 'price_1', description: 'For every day.', caps: { dollars: 1 } };
  writeFileSync(join(folder, 'plans.json'), JSON.stringify({ plans: [plan] }));
  const unpriced = { ...SERVICE, OPENAI_MODEL: 'own-model' };
  expect(await check(unpriced)).toEqual(['ok Cost limits: None is set (set COST_LIMIT_DAY).']);
  expect(await check({ ...unpriced, PLANS: 'plans.json' })).toEqual([expect.stringContaining('own-model has none')]);
});

it('a model that searches by itself needs a price for a search, too', async () => {
  const prices = { mine: { input: 1, output: 2 }, titles: { input: 1, output: 2 } };
  writeFileSync(join(folder, 'prices.json'), JSON.stringify({ date: '2026-11-23', models: prices }));
  const own = { ...LIMITED, OPENAI_MODEL: 'mine', OPENAI_MODEL_TITLE: 'titles', PRICES: 'prices.json' };
  expect(await check({ ...own, OPENAI_API_KEY: 'a key' })).toEqual([expect.stringContaining('and mine has none.')]);
  const elsewhere = await check({ ...own, OPENAI_BASE_URL: 'https://one.example/v1' });
  expect(elsewhere).toEqual(['ok Cost limits: Every model has a price.']);
});
