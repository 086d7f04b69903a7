import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readLesser, readModels } from './models-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-models-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PLANS = ['free', 'premium', 'monthly'];
const ENVIRONMENT = { ONE_KEY: 'a secret key', CURLY_KEY: '“a secret key”' };

function read(content: string) {
  writeFileSync(join(folder, 'models.json'), content);
  const problems: string[] = [];
  const context = { environment: ENVIRONMENT, root: folder, plans: PLANS };
  return { models: readModels({ MODELS: 'models.json' }, context, problems), problems };
}

const GOOD = {
  id: 'swift',
  label: 'Swift',
  description: 'Quick answers.',
  address: 'https://one.example/v1',
  key: 'ONE_KEY',
  model: 'swift-1',
  plans: ['free', 'premium'],
};
/** A file with a good model and one that differs from it, whose fields begin in line 12. */
const withSecond = (changes: object) =>
  JSON.stringify({ models: [GOOD, { ...GOOD, id: 'deep', label: 'Deep', ...changes }] }, null, 1);

it('reads a list, with the key of the variable that it names', () => {
  const { models, problems } = read(
    withSecond({ key: null, api: 'chat', can: { pictures: false }, price: { input: 1, output: 2 }, fallback: 'swift' }),
  );
  expect(problems).toEqual([]);
  expect(models).toMatchObject([
    { id: 'swift', fallback: null, price: null, settings: { apiKey: 'a secret key', model: 'swift-1', api: 'auto' } },
    {
      id: 'deep',
      fallback: 'swift',
      price: { input: 1, output: 2 },
      settings: { apiKey: null, api: 'chat', declared: { pictures: false } },
    },
  ]);
  expect(models[0]?.provider).not.toContain('secret');
});

it('the list of models is empty without a file', () => {
  expect(readModels({ MODELS: undefined }, { environment: {}, root: folder, plans: PLANS }, [])).toEqual([]);
});

it.each<[object, RegExp]>([
  [{ id: '' }, /in line \d+ of .*, id of model 2 must be 1 to 60 letters/],
  [{ id: 'a/b' }, /id of a\/b must be 1 to 60 letters/],
  [{ id: '😀<b>' }, /id of 😀<b> must be/],
  [{ id: 7 }, /id of model 2 must be/],
  [{ id: 'x'.repeat(61) }, /must be 1 to 60 letters/],
  [{ id: 'swift' }, /id of swift is the id of an earlier model; choose another one/],
  [{ id: 'thinking' }, /id of thinking is the id of a mode; choose another one/],
  [{ label: ' ' }, /label of deep must not be empty/],
  [{ label: 'Deep\u202e' }, /label of deep must be one line without control characters or marks of direction/],
  [{ label: 'Swift' }, /label of deep is the name of a mode or of an earlier model/],
  [{ label: 'Search' }, /label of deep is the name of a mode/],
  [{ description: 'x'.repeat(121) }, /description of deep must have at most 120 characters/],
  [{ address: 'one.example' }, /address of deep must be an address such as/],
  [{ address: 'ftp://one.example' }, /address of deep must be an address such as/],
  [{ key: undefined }, /key of deep must be the name of an environment variable/],
  [{ key: 'sk-123 secret' }, /key of deep must be the name of an environment variable/],
  [{ key: 'TWO_KEY' }, /key of deep names the variable TWO_KEY, which isn’t set/],
  [{ key: 'CURLY_KEY' }, /key of deep names the variable CURLY_KEY, which must have only plain letters/],
  [{ key: 'constructor' }, /key of deep names the variable constructor, which isn’t set/],
  [{ key: null, address: null }, /key of deep is null, but this provider needs a key/],
  [{ api: 'soap' }, /api of deep must be "auto", "responses" or "chat"/],
  [{ model: '' }, /model of deep must not be empty/],
  [{ can: { fly: true } }, /fly of can of deep is unknown; remove it or correct its name/],
  [{ can: { tools: 'yes' } }, /tools of can of deep must be true or false/],
  [{ contextTokens: 3 }, /contextTokens of deep must be a number of tokens from 2048 to 10000000/],
  [{ contextTokens: 1e12 }, /contextTokens of deep must be a number of tokens from 2048 to 10000000/],
  [{ price: { input: -1, output: 1 } }, /input of price of deep must be a number of dollars/],
  [{ plans: [] }, /plans of deep must name at least one plan/],
  [{ plans: ['free', 'gold'] }, /entry 2 of plans of deep names no plan; there are free, premium, monthly/],
  [{ fallback: 'none' }, /fallback of deep must be the id of another model of this list/],
  [{ fallback: 'deep' }, /fallback of deep leads back to this model/],
  [{ color: 'red' }, /color of deep is unknown; remove it or correct its name/],
])('a wrong field has a line and a fix: %j', (changes, problem) => {
  const { models, problems } = read(withSecond(changes));
  expect(models).toEqual([]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
  expect(problems[0]).not.toContain('a secret key');
  const line = Number(/in line (\d+)/.exec(problems[0] ?? '')?.[1]);
  // Its own object, not the one before.
  expect(line).toBeGreaterThan(14);
});

it('reports every wrong field, and no more than twenty', () => {
  expect(read(withSecond({ label: '', model: '', api: 'x' })).problems).toHaveLength(3);
  const many = Array.from({ length: 90 }, (_, index) => ({ ...GOOD, id: `m${index}`, label: `M${index}`, api: 'x' }));
  const { problems } = read(JSON.stringify({ models: many }));
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toMatch(/has 70 more problems$/);
});

it('fallbacks that lead around in a circle are refused', () => {
  const circle = {
    models: [
      { ...GOOD, fallback: 'deep' },
      { ...GOOD, id: 'deep', label: 'Deep', fallback: 'swift' },
    ],
  };
  expect(read(JSON.stringify(circle)).problems).toHaveLength(2);
});

it('every plan needs a model', () => {
  const { problems } = read(JSON.stringify({ models: [{ ...GOOD, plans: ['free'] }] }));
  expect(problems).toEqual([expect.stringMatching(/models has none for the plan monthly$/)]);
});

it('the plans of a model are not checked while no plan is known', () => {
  writeFileSync(join(folder, 'models.json'), JSON.stringify({ models: [{ ...GOOD, plans: ['gold'] }] }));
  const problems: string[] = [];
  readModels({ MODELS: 'models.json' }, { environment: ENVIRONMENT, root: folder, plans: null }, problems);
  expect(problems).toEqual([]);
});

it.each([
  ['[', /is not JSON.*it must look like/],
  ['{}', /models must be a list of 1 to 100 models/],
  ['{"models": []}', /models must be a list of 1 to 100 models/],
  ['{"models": [null]}', /model 1 must be an object with a model/],
  [`{"models": [${Array(10_000).fill('{}').join(',')}]}`, /models must be a list of 1 to 100 models/],
])('a file that is no list is refused with one problem', (content, problem) => {
  const { problems } = read(content);
  expect(problems).toEqual([expect.stringMatching(problem)]);
});

it('says which file it cannot read', () => {
  const problems: string[] = [];
  readModels({ MODELS: 'none.json' }, { environment: {}, root: folder, plans: PLANS }, problems);
  expect(problems).toEqual([
    `MODELS: can’t read ${join(folder, 'none.json')} (ENOENT); name a JSON file that this user can read`,
  ]);
});

it.each<[Parameters<typeof readLesser>[0], string[]]>([
  [{}, []],
  [{ MODELS: 'm', LESSER_MODEL: 'swift', LESSER_MESSAGES: 5 }, []],
  [
    { MODELS: 'm', LESSER_MODEL: 'swift' },
    ['LESSER_MESSAGES: is missing beside LESSER_MODEL; set how many it answers'],
  ],
  [
    { MODELS: 'm', LESSER_MESSAGES: 5 },
    ['LESSER_MODEL: is missing beside LESSER_MESSAGES; set it to the id of a model'],
  ],
  [
    { MODELS: 'm', LESSER_MODEL: 'huge', LESSER_MESSAGES: 5 },
    ['LESSER_MODEL: must be the id of a model in the file of MODELS'],
  ],
])('the model beyond the free limit needs both settings: %j', (set, expected) => {
  const { models } = read(withSecond({}));
  const problems: string[] = [];
  const lesser = readLesser(set, models, problems);
  expect(problems).toEqual(expected);
  const isOn = set.LESSER_MODEL === 'swift' && set.LESSER_MESSAGES === 5;
  expect(lesser).toEqual(isOn ? { model: { id: 'swift', label: 'Swift' }, messages: 5 } : null);
});

it('the model beyond the free limit needs a list', () => {
  const problems: string[] = [];
  expect(readLesser({ LESSER_MODEL: 'swift', LESSER_MESSAGES: 5 }, [], problems)).toBeNull();
  expect(problems).toEqual(['LESSER_MODEL: must be the id of a model in the file of MODELS']);
});
