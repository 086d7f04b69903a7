import { MODES } from '@parley/core';
import { lineOfText } from '@parley/core/api';
import { z } from 'zod';
import type { ListedModelSettings } from '../chat/backends.ts';
import { hostOf } from '../chat/model/host.ts';
import { hasModel, nameOf as nameOfModel, PAID } from '../chat/models/listed-model.ts';
import type { LesserSettings } from '../plans/plans.ts';
import { readJsonSetting, type FileProblem } from './read-json-setting.ts';
import type { Settings } from './settings.ts';
import { ModelPrice } from '../spending/prices.ts';

/** Most models of a list. */
const MOST_MODELS = 100;
const EXAMPLE =
  '{ "models": [{ "id": "swift", "label": "Swift", "description": "Quick answers.", "key": "OPENAI_API_KEY", "model": "gpt-6-luna", "plans": ["free", "premium"] }] }';
const ID = 'must be 1 to 60 letters, digits, dots, hyphens or underscores, such as "swift"';
const KEY =
  'must be the name of an environment variable, such as "OPENAI_API_KEY", or null for a provider without keys';
const ADDRESS = 'must be an address such as "https://api.openai.com/v1"';
const TOKENS = 'must be a number of tokens from 2048 to 10000000';
const CAN = 'must be true or false';
const MODE_IDS: readonly string[] = MODES.map(({ id }) => id);

const can = z.exactOptional(z.boolean(CAN));

const Entry = z.strictObject(
  {
    id: z.string(ID).regex(/^[A-Za-z0-9][\w.-]{0,59}$/, ID),
    label: lineOfText(40),
    description: lineOfText(120),
    address: z
      .url({ protocol: /^https?$/, error: ADDRESS })
      .nullable()
      .default(null),
    key: z
      .string(KEY)
      .regex(/^[A-Za-z_]\w{0,99}$/, KEY)
      .nullable(),
    api: z.enum(['auto', 'responses', 'chat'], 'must be "auto", "responses" or "chat"').default('auto'),
    model: lineOfText(200),
    can: z
      .strictObject({ pictures: can, tools: can, thinking: can }, 'must be an object with pictures, tools or thinking')
      .default({}),
    contextTokens: z.int(TOKENS).min(2048, TOKENS).max(10_000_000, TOKENS).nullable().default(null),
    price: ModelPrice.nullable().default(null),
    plans: z
      .array(z.string('must be the id of a plan'), 'must be a list of plans, such as ["free", "premium"]')
      .min(1, 'must name at least one plan'),
    fallback: z.string('must be the id of another model').nullable().default(null),
  },
  'must be an object with a model',
);
type Entry = z.infer<typeof Entry>;

const Problems = `must be a list of 1 to ${MOST_MODELS} models`;
const ModelFile = z.strictObject(
  {
    models: z.array(z.unknown(), Problems).min(1, Problems).max(MOST_MODELS, Problems).pipe(z.array(Entry)),
  },
  'must be an object with models',
);

export interface ModelsContext {
  /** The settings that keys are read from. */
  environment: Readonly<Record<string, string | undefined>>;
  root: string;
  /** The ids of all plans; null while they are not known. `premium` stands for every paid one. */
  plans: readonly string[] | null;
}

/** The models that people choose among; empty without a list. Adds each problem, with its fix, to `problems`. */
export function readModels(
  { MODELS }: Pick<Settings, 'MODELS'>,
  { environment, root, plans }: ModelsContext,
  problems: string[],
): ListedModelSettings[] {
  if (MODELS === undefined) return [];
  const file = { setting: 'MODELS', path: MODELS, root, example: EXAMPLE, nameOf };
  const read = readJsonSetting(file, ModelFile, problems, ({ models }) => [
    ...models.flatMap((entry, index) => problemsOf(entry, index, { models, environment, plans })),
    ...plansWithout(models, plans ?? []).map((plan) => ({
      path: ['models'],
      message: `has none for the plan ${plan}`,
    })),
  ]);
  return (read?.models ?? []).map((entry) => settingsOf(entry, environment));
}

/** The model that goes on when the free messages are used up; null for none. Adds each problem to `problems`. */
export function readLesser(
  set: Pick<Settings, 'MODELS' | 'LESSER_MODEL' | 'LESSER_MESSAGES'>,
  models: ListedModelSettings[],
  problems: string[],
): LesserSettings | null {
  const { LESSER_MODEL: id, LESSER_MESSAGES: messages } = set;
  if (id === undefined && messages === undefined) return null;
  if (id === undefined) problems.push('LESSER_MODEL: is missing beside LESSER_MESSAGES; set it to the id of a model');
  if (messages === undefined) problems.push('LESSER_MESSAGES: is missing beside LESSER_MODEL; set how many it answers');
  const found = models.find((model) => model.id === id);
  // A wrong file has problems of its own.
  const isFileRight = set.MODELS === undefined || models.length > 0;
  if (id !== undefined && !found && isFileRight) {
    problems.push('LESSER_MODEL: must be the id of a model in the file of MODELS');
  }
  return found && messages !== undefined ? { model: nameOfModel(found), messages } : null;
}

interface Known {
  models: Entry[];
  environment: ModelsContext['environment'];
  plans: ModelsContext['plans'];
}

function problemsOf(entry: Entry, index: number, { models, environment, plans }: Known): FileProblem[] {
  const found: FileProblem[] = [];
  const add = (message: string, ...path: PropertyKey[]) => found.push({ path: ['models', index, ...path], message });
  const { id, key, address, fallback } = entry;
  const labels: string[] = [...MODES, ...models.slice(0, index)].map((each) => each.label);
  if (labels.includes(entry.label)) add('is the name of a mode or of an earlier model; choose another one', 'label');
  if (MODE_IDS.includes(id)) add('is the id of a mode; choose another one', 'id');
  if (models.findIndex((each) => each.id === id) < index)
    add('is the id of an earlier model; choose another one', 'id');
  if (key !== null && !Object.hasOwn(environment, key)) {
    add(`names the variable ${key}, which isn’t set; set it to the provider’s key`, 'key');
  }
  if (key !== null && /[^ -~]/.test(environment[key] ?? '')) {
    add(`names the variable ${key}, which must have only plain letters, digits and signs; copy the key again`, 'key');
  }
  if (key === null && hostOf(address).isOpenAi) add('is null, but this provider needs a key; name its variable', 'key');
  for (const [at, plan] of entry.plans.entries()) {
    if (plans && !plans.includes(plan)) add(`names no plan; there are ${plans.join(', ')}`, 'plans', at);
  }
  if (fallback !== null && !models.some((each) => each.id === fallback)) {
    add('must be the id of another model of this list', 'fallback');
  } else if (isCircular(entry, models)) {
    add('leads back to this model; leave it out in one of them', 'fallback');
  }
  return found;
}

/** The plans that have no model. */
function plansWithout(models: Entry[], plans: readonly string[]): string[] {
  return plans.filter((plan) => plan !== PAID && !models.some((model) => hasModel(model, plan)));
}

/** Whether the fallbacks of a model lead back to it. */
function isCircular({ id, fallback }: Entry, models: Entry[]): boolean {
  const seen = new Set<string>();
  for (let at = fallback; at !== null && !seen.has(at);) {
    if (at === id) return true;
    seen.add(at);
    at = models.find((each) => each.id === at)?.fallback ?? null;
  }
  return false;
}

function settingsOf(entry: Entry, environment: ModelsContext['environment']): ListedModelSettings {
  const {
    id,
    label,
    description,
    address,
    key,
    api,
    model,
    can: declared,
    contextTokens,
    price,
    plans,
    fallback,
  } = entry;
  const settings = {
    apiKey: key === null ? null : (environment[key] ?? null),
    baseUrl: address,
    api,
    model,
    thinkingModel: null,
    titleModel: null,
    contextTokens,
    declared,
    meteredAs: id,
  };
  return { id, label, description, plans, fallback, provider: `${address} ${key}`, key, price, settings };
}

/** Names a place in the file, such as `key of swift`. */
function nameOf(path: PropertyKey[], content: unknown): string {
  const [first, index, ...rest] = path;
  if (first !== 'models') return first === undefined ? 'the content' : String(first);
  if (index === undefined) return 'models';
  const id = (content as { models?: { id?: unknown }[] }).models?.[Number(index)]?.id;
  const model = typeof id === 'string' && id !== '' ? id.slice(0, 60) : `model ${Number(index) + 1}`;
  const [field, ...inner] = rest;
  if (field === undefined) return model;
  return [...(field === 'plans' ? inner.map((at) => `entry ${Number(at) + 1}`) : inner.toReversed()), field, model]
    .map(String)
    .join(' of ');
}
