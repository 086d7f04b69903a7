import { z } from 'zod';
import { missing } from '../api-error.ts';
import { expand } from '../expand.ts';
import { findPrice } from '../../records/find.ts';
import { page } from '../lists.ts';
import { bool, expandable, paged, read } from '../params.ts';
import type { Call } from './call.ts';

const readSchema = z.strictObject(expandable);
const listSchema = z.strictObject({
  active: bool.optional(),
  product: z.string().optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
  lookup_keys: z.array(z.string()).optional(),
  ...paged,
});

export const PRICE_CALLS: Call[] = [
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    answer({ ledger }, params) {
      const { active, product, type, lookup_keys, ...asked } = read(listSchema, params);
      const found = [...ledger.prices.values()].filter(
        (price) =>
          (active ?? price.active) === price.active &&
          (product ?? price.product) === price.product &&
          (type ?? price.type) === price.type &&
          (lookup_keys?.includes(price.lookup_key) ?? true),
      );
      return expand(ledger, page('/v1/prices', found, asked), asked.expand);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/prices\/([^/]+)$/,
    answer: ({ ledger }, params, id) => expand(ledger, findPrice(ledger, id), read(readSchema, params).expand),
  },
  {
    method: 'GET',
    path: /^\/v1\/products\/([^/]+)$/,
    answer({ ledger }, params, id) {
      const product = ledger.products.get(id);
      if (!product) throw missing('product', id);
      return expand(ledger, product, read(readSchema, params).expand);
    },
  },
];
