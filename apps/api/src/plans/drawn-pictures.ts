import { randomUUID } from 'node:crypto';
import type { TurnPictures } from '../chat/modes/mode.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import type { Plans } from './plans.ts';

export interface DrawnPicturesDependencies {
  plans: Pick<Plans, 'ruleOf' | 'limitReached'>;
  storage: Pick<Storage, 'usage'>;
  now: () => number;
}

/** Counts the pictures that a reply draws by itself in another mode; null where the account's plan counts none. */
export function drawnPictures(
  user: UserRecord,
  { plans, storage, now }: DrawnPicturesDependencies,
): TurnPictures | null {
  const rule = plans.ruleOf(user);
  const most = rule?.modes?.image;
  if (!rule || most === undefined) return null;
  return {
    areOffered: most > 0,
    async count() {
      const picture = { id: randomUUID(), mode: 'image', isPart: true } as const;
      const at = now();
      const taken = await storage.usage.take(user.id, picture, rule, at);
      if (!taken.isCounted) throw plans.limitReached(user, taken.window, picture, at);
      return () => storage.usage.giveBack(user.id, picture.id);
    },
  };
}
