import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freeRule, planIds, readPlans } from './plans-config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-plans-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  writeFileSync(join(folder, 'plans.json'), text);
  const problems: string[] = [];
  return { plans: readPlans({ PLANS: 'plans.json' }, folder, problems), problems };
}

const BASIC = { id: 'basic', name: 'Basic', description: 'For every day.', price: 'price_b' };
const file = (plan: object, more: object = {}) =>
  JSON.stringify({ plans: [BASIC, { ...BASIC, id: 'team', price: 'price_t', ...plan }], ...more }, null, 2);
const FREE = { FREE_MESSAGES: 10, FREE_WINDOW_HOURS: 12 };

test('reads the operator’s plans, and needs none', () => {
  const { plans, problems } = read(file({ trialDays: 7, caps: { messages: 200, dollars: 1.5 } }));
  expect(problems).toEqual([]);
  expect(planIds(plans)).toEqual(['basic', 'team']);
  expect(plans?.plans[1]).toMatchObject({ trialDays: 7, caps: { messages: 200, dollars: 1.5 } });
  expect(readPlans({ PLANS: undefined }, folder, [])).toBeNull();
  expect(planIds(null)).toEqual(['weekly', 'monthly', 'yearly']);
});

test('the free tier is what the file says of it, otherwise what the settings say', () => {
  const rule = (free: object) => freeRule(read(file({}, { free })).plans?.free, FREE);
  expect(rule({})).toEqual({ limit: 10, windowLength: 12 * 3_600_000 });
  expect(rule({ messages: 5, hours: 24, modes: { image: 2, thinking: 0 } })).toEqual({
    limit: 5,
    windowLength: 24 * 3_600_000,
    modes: { image: 2, thinking: 0 },
  });
  expect(freeRule(undefined, FREE)).toEqual({ limit: 10, windowLength: 12 * 3_600_000 });
});

test.each([
  ['a cap of -1', file({ caps: { messages: -1 } }), 15, 'messages of caps of team must be a whole number'],
  ['a cap of 0', file({ caps: { messages: 0 } }), 15, 'messages of caps of team must be a whole number'],
  ['a cap of 10^12', file({ caps: { pictures: 1e12 } }), 15, 'pictures of caps of team must be a whole number'],
  ['a cost of 0', file({ caps: { dollars: 0 } }), 15, 'dollars of caps of team must be a number of dollars above 0'],
  ['trial days of -3', file({ trialDays: -3 }), 14, 'trialDays of team must be a whole number from 0 to 730'],
  ['half a trial day', file({ trialDays: 0.5 }), 14, 'trialDays of team must be a whole number from 0 to 730'],
  ['two plans with one id', file({ id: 'basic' }), 10, 'id of basic is the id of an earlier plan; choose another one'],
  ['two plans with one price', file({ price: 'price_b' }), 13, 'price of team is the price of an earlier plan'],
  ['a product instead of a price', file({ price: 'prod_1' }), 13, 'price of team must be a price ID of Stripe'],
  ['a plan that is called free', file({ id: 'free' }), 10, 'id of free must be another id than "free"'],
  ['a plan without a name', file({ name: ' ' }), 11, 'name of team must not be empty'],
  [
    'a name with a control character',
    file({ name: 'Te\u0000am' }),
    11,
    'name of team must be one line without control',
  ],
  ['an unknown field', file({ currency: 'eur' }), 14, 'currency of team is unknown; remove it or correct its name'],
  ['an unknown mode', file({}, { free: { modes: { video: 1 } } }), 18, 'video of modes of free is unknown'],
  [
    'free messages in words',
    file({}, { free: { messages: '5' } }),
    17,
    'messages of free must be a whole number from 0',
  ],
  ['no plans', '{\n  "plans": []\n}', 2, 'plans must be a list of 1 to 20 plans'],
  ['too many plans', JSON.stringify({ plans: Array(21).fill(BASIC) }), 1, 'plans must be a list of 1 to 20 plans'],
  ['a list', '[]', 1, 'the content must be an object with plans'],
])('names the line and the mend of %s', (_, text, line, mend) => {
  const { plans, problems } = read(text);
  expect(plans).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`PLANS: in line ${line} of ${join(folder, 'plans.json')}, ${mend}`);
});

test('names a file that is not there', () => {
  const problems: string[] = [];
  expect(readPlans({ PLANS: 'none.json' }, folder, problems)).toBeNull();
  expect(problems[0]).toContain('PLANS: can’t read');
});
