import { PLANS, type FreeRule } from '@parley/core';
import { PlanFile } from '../plans/plan-file.ts';
import { readJsonSetting, type FileProblem } from './read-json-setting.ts';
import type { Settings } from './settings.ts';

const EXAMPLE =
  '{ "plans": [{ "id": "basic", "name": "Basic", "description": "For every day.", "price": "price_123" }] }';
const HOUR_MS = 3_600_000;
const DEFAULT_IDS = PLANS.map(({ id }) => id);

/** The operator's plans; null without a file of them. Adds each problem, with its fix, to `problems`. */
export function readPlans(set: Pick<Settings, 'PLANS'>, root: string, problems: string[]): PlanFile | null {
  if (set.PLANS === undefined) return null;
  const file = { setting: 'PLANS', path: set.PLANS, root, example: EXAMPLE, nameOf };
  return readJsonSetting(file, PlanFile, problems, ({ plans }) => [
    ...repeated(plans, 'id', 'is the id of an earlier plan; choose another one'),
    ...repeated(plans, 'price', 'is the price of an earlier plan, and a price tells plans apart; create another one'),
  ]);
}

/** The ids of all plans. */
export function planIds(file: PlanFile | null): string[] {
  return file ? file.plans.map(({ id }) => id) : DEFAULT_IDS;
}

/** What the free tier has: what the file says of it, otherwise the settings. */
export function freeRule(
  free: PlanFile['free'] | undefined,
  set: Pick<Settings, 'FREE_MESSAGES' | 'FREE_WINDOW_HOURS'>,
): FreeRule {
  const { messages = set.FREE_MESSAGES, hours = set.FREE_WINDOW_HOURS, modes = {} } = free ?? {};
  const isLimited = Object.keys(modes).length > 0;
  return { limit: messages, windowLength: hours * HOUR_MS, ...(isLimited && { modes }) };
}

function repeated(plans: PlanFile['plans'], field: 'id' | 'price', message: string): FileProblem[] {
  return plans.flatMap((plan, index) =>
    plans.findIndex((each) => each[field] === plan[field]) < index ? [{ path: ['plans', index, field], message }] : [],
  );
}

/** Names a place in the file, such as `price of basic`. */
function nameOf(path: PropertyKey[], content: unknown): string {
  const [first, index, ...rest] = path;
  if (first === undefined) return 'the content';
  if (first !== 'plans' || index === undefined) return path.toReversed().map(String).join(' of ');
  const id = (content as { plans?: { id?: unknown }[] }).plans?.[Number(index)]?.id;
  const plan = typeof id === 'string' && id !== '' ? id.slice(0, 40) : `plan ${Number(index) + 1}`;
  return [...rest.toReversed(), plan].map(String).join(' of ');
}
