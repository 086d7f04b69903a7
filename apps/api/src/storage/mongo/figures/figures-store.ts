import type { FiguresStore } from '../../storage.ts';
import { customers } from '../billing/billing-store.ts';
import { countUp, dailyCounts } from './daily-counts.ts';
import type { Database } from '../database/database.ts';
import { users } from '../accounts/user-store.ts';

type Group = {
  _id: { status: string; currency: string | null; priceId?: string | null; yearlyAmount: number };
  count: number;
};

export function createFiguresStore(database: Database): FiguresStore {
  return {
    async count(names, now) {
      await Promise.all(names.map((name) => countUp(database, now, name)));
    },
    async daily(first, last) {
      const found = database.of(dailyCounts).find({ day: { $gte: first, $lte: last } });
      return found.sort({ day: 1, name: 1 }).project<{ day: number; name: never; count: number }>({ _id: 0 }).toArray();
    },
    async users() {
      return database.of(users).countDocuments({ deletedAt: { $exists: false } });
    },
    async subscriptions(isLive) {
      // There are few distinct prices, so their totals are summed here.
      const groups = await database
        .of(customers)
        .aggregate<Group>([
          { $match: { isLive, isGone: false, status: { $type: 'string' } } },
          {
            $group: {
              _id: { status: '$status', currency: '$currency', priceId: '$priceId', yearlyAmount: '$yearlyAmount' },
              count: { $sum: 1 },
            },
          },
        ])
        .toArray();
      const same = Map.groupBy(groups, ({ _id: { status, currency, priceId = null } }) =>
        JSON.stringify([status, currency, priceId]),
      );
      return [...same.values()].flatMap((prices) => {
        const [first] = prices;
        if (!first) return [];
        const { status, currency, priceId = null } = first._id;
        const count = prices.reduce((sum, price) => sum + price.count, 0);
        const yearlyAmount = prices.reduce((sum, price) => sum + price.count * price._id.yearlyAmount, 0);
        return { status, currency, priceId, count, yearlyAmount };
      });
    },
    async duplicates(isLive) {
      return database.of(customers).countDocuments({ isLive, liveCount: { $gt: 1 } });
    },
  };
}
