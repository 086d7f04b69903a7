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
  const writers = [model, ...models.map(({ settings }) => settings)].flatMap((each) =>
    each?.meteredAs === undefined ? [each?.model, each?.thinkingModel, each?.titleModel] : [each.meteredAs],
  );
  const used: Used[] = [
    ...writers.map((name): Used => [name, { inputTokens: 1, outputTokens: 1 }]),
    [imageModel?.model, { pictures: 1 }],
    [transcriber?.model, { audioMs: 1 }],
    [speaker?.model, { characters: 1 }],
    [search?.provider, { searches: 1 }],
  ];
  const unpriced = used.flatMap(([name, counts]) => (name && prices.priceOf(name, counts) === null ? [name] : []));
  return [...new Set(unpriced)];
}
