import { hostOf } from '../chat/model/host.ts';
import type { ModelSettings } from '../chat/model/open-model.ts';
import type { Config } from '../settings/config.ts';
import type { Counts } from './counts.ts';
import { PriceList } from './prices.ts';

type Used = [name: string | null | undefined, counts: Counts];
type Limited = Pick<Config, 'costCeilings' | 'ownPlans'>;
type Configured = Pick<Config, 'prices' | 'model' | 'models' | 'imageModel' | 'transcriber' | 'speaker' | 'search'>;

/** Whether the server, an account or a plan has a limit in dollars. */
export function hasCostLimits({ costCeilings, ownPlans }: Limited): boolean {
  return Object.keys(costCeilings).length > 0 || (ownPlans ?? []).some(({ caps }) => caps.dollars !== undefined);
}

/** The models and services whose cost no limit can hold, because what they do has no price. */
export function findUnpriced(config: Configured): string[] {
  const { model, models = [], imageModel, transcriber, speaker, search } = config;
  const prices = PriceList.of(config);
  const tokens: Counts = { inputTokens: 1, outputTokens: 1 };
  const writers = [model, ...models.map(({ settings }) => settings)].flatMap((each): Used[] => {
    if (each === null) return [];
    const main: Used = [each.meteredAs ?? each.model, { ...tokens, searches: maySearch(each) ? 1 : 0 }];
    if (each.meteredAs !== undefined) return [main];
    return [main, [each.thinkingModel, tokens], [each.titleModel, tokens]];
  });
  const used: Used[] = [
    ...writers,
    // If their tokens have no price, the price of a picture or a minute applies.
    [imageModel?.model, { pictures: 1 }],
    [transcriber?.model, { audioMs: 1 }],
    [speaker?.model, { characters: 1 }],
    [search?.provider, { searches: 1 }],
  ];
  const unpriced = used.flatMap(([name, counts]) => (name && !prices.isPriced(name, counts) ? [name] : []));
  return [...new Set(unpriced)];
}

/** Whether a model may search the web by itself, beside the tokens that it uses. */
function maySearch({ api, baseUrl }: ModelSettings): boolean {
  return (api === 'auto' ? hostOf(baseUrl).protocol : api) === 'responses';
}
