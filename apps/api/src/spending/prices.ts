import { z } from 'zod';
import shipped from './prices.json' with { type: 'json' };
import type { Counts } from './counts.ts';

const HIGHEST = 1_000_000;
const PRICE = `must be a number of dollars from 0 to ${HIGHEST.toLocaleString('en-US')}`;
const price = z.number(PRICE).min(0, PRICE).max(HIGHEST, PRICE).optional();

export const ModelPrice = z
  .strictObject(
    {
      /** Dollars per million tokens. */
      input: price,
      /** The same for tokens that the provider had cached, and for those of pictures; `input` by default. */
      cachedInput: price,
      pictureInput: price,
      output: price,
      /** Dollars for a picture whose tokens the provider did not count. */
      picture: price,
      /** Dollars for a web search. */
      search: price,
      /** Dollars for a minute of recorded speech. */
      minute: price,
      /** Dollars per million spoken characters. */
      characters: price,
    },
    'must be an object with prices, such as { "input": 2, "output": 10 }',
  )
  .refine((prices) => (prices.input === undefined) === (prices.output === undefined), {
    error: 'must have both input and output, or neither',
    abort: true,
  });

/** The file of prices. */
export const PriceFile = z.strictObject(
  {
    date: z.iso.date('must be the day of the prices, such as "2026-11-23"'),
    models: z.record(
      z.string().max(200, 'must have at most 200 characters'),
      ModelPrice,
      'must be an object with the prices of each model by its name',
    ),
  },
  'must be an object with date and models',
);

export type PriceFile = z.infer<typeof PriceFile>;
export type ModelPrice = z.infer<typeof ModelPrice>;

/** A model of the operator's list: measured by its id, and by default as expensive as its provider's model. */
export interface ListedPrice {
  id: string;
  model: string;
  price: ModelPrice | null;
}

interface Priced {
  prices: PriceFile | null;
  models?: readonly { id: string; price: ModelPrice | null; settings: { model: string } }[];
}

/** How many units a request used, and the price of one in microdollars; undefined without a price. */
type Part = [count: number, price: number | undefined];

/** OpenAI names versions of a model by their day. */
const DAY = /-\d{4}-\d{2}-\d{2}$/;
const MICRO = 1_000_000;
const MS_PER_MINUTE = 60_000;

/** List prices as they are shipped, with an operator's own before them. */
export class PriceList {
  /** The day of the shipped prices, and that of the operator's if there are any, as `2026-11-23`. */
  readonly dates: { shipped: string; own: string | null };
  readonly #models: Map<string, ModelPrice>;

  constructor(own: PriceFile | null = null, listed: readonly ListedPrice[] = []) {
    this.dates = { shipped: shipped.date, own: own?.date ?? null };
    this.#models = new Map(Object.entries({ ...shipped.models, ...own?.models }));
    const prices = listed.map(({ id, model, price }) => [id, price ?? this.#find(model)] as const);
    for (const [id, price] of prices) if (price) this.#models.set(id, price);
  }

  /** The prices of a configuration. */
  static of({ prices, models = [] }: Priced): PriceList {
    return new PriceList(
      prices,
      models.map(({ id, price: own, settings: { model } }) => ({ id, model, price: own })),
    );
  }

  /** What a request costs in microdollars, rounded. A part without a price adds nothing. */
  priceOf(model: string, used: Counts): number {
    const parts = partsOf(this.#find(model) ?? {}, used);
    return Math.round(parts.reduce((sum, [count, price = 0]) => sum + count * price, 0));
  }

  /** Whether every part of a request has a price. */
  isPriced(model: string, used: Counts): boolean {
    const prices = this.#find(model);
    return prices !== undefined && partsOf(prices, used).every(([count, price]) => count === 0 || price !== undefined);
  }

  #find(model: string): ModelPrice | undefined {
    return this.#models.get(model) ?? this.#models.get(model.replace(DAY, ''));
  }
}

/** The parts of a request with their prices, which add up to microdollars. */
function partsOf(prices: ModelPrice, used: Counts): Part[] {
  const { inputTokens = 0, cachedTokens = 0, pictureTokens = 0, outputTokens = 0 } = used;
  const { pictures = 0, searches = 0, audioMs = 0, characters = 0 } = used;
  const { input } = prices;
  const { cachedInput = input, pictureInput = input } = prices;
  const tokens: Part[] = [
    [Math.max(inputTokens - cachedTokens - pictureTokens, 0), input],
    [cachedTokens, cachedInput],
    [pictureTokens, pictureInput],
    [outputTokens, prices.output],
  ];
  const units: Part[] = [
    [pictures * MICRO, prices.picture],
    [(audioMs / MS_PER_MINUTE) * MICRO, prices.minute],
  ];
  // Providers count the tokens of pictures and recordings, which may have a price by the picture or minute only.
  const isPricedByUnit = input === undefined && units.some(([count, price]) => count > 0 && price !== undefined);
  const hasTokens = tokens.some(([count]) => count > 0);
  return [
    ...(hasTokens && !isPricedByUnit ? tokens : units),
    [characters, prices.characters],
    [searches * MICRO, prices.search],
  ];
}
