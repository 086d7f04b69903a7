import type { ModeId, UsageRule } from '@parley/core';
import type { Plans } from '../../plans/plans.ts';
import type { UserRecord } from '../../storage/storage.ts';
import type { ListedModel } from './listed-model.ts';
import type { ModelList } from './model-list.ts';

/** A model that goes on when the free messages are used up, under a rule with its own cap besides. */
export interface LesserModel {
  model: ListedModel;
  rule: UsageRule;
}

/**
 * The model that answers this user's message beyond the free ones; null where none does. It draws no pictures, and
 * answers no request that names another model.
 */
export function lesserModelFor(
  user: UserRecord,
  { mode, model: asked }: { mode: ModeId; model: string | null },
  { plans, models }: { plans: Pick<Plans, 'lesserOf'>; models: ModelList },
): LesserModel | null {
  const lesser = plans.lesserOf(user);
  const model = models.all.find(({ id }) => id === lesser?.model.id);
  if (!lesser || !model || mode === 'image' || (asked !== null && asked !== model.id)) return null;
  return { model, rule: lesser.rule };
}
