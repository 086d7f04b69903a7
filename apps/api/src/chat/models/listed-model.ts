import type { ModelName } from '@parley/core';
import type { Model } from '../model/model.ts';

/** A model of the operator's list. */
export interface ListedModel extends ModelName {
  /** One sentence for people. */
  description: string;
  /** Ids of the plans that have it. */
  plans: readonly string[];
  /** Id of the model that answers when this one cannot; null for none. */
  fallback: string | null;
  /** The same for all models of one provider, which are set aside together. */
  provider: string;
  model: Model;
}

export function nameOf({ id, label }: ModelName): ModelName {
  return { id, label };
}

/** Stands for every paid plan. */
export const PAID = 'premium';
const FREE = 'free';

/** Whether a plan has this model. */
export function hasModel({ plans }: Pick<ListedModel, 'plans'>, plan: string): boolean {
  return plans.includes(plan) || (plan !== FREE && plans.includes(PAID));
}
