import { Router } from 'express';
import type { ModelOptionsResponse } from '@parley/core';
import { signedIn } from '../../auth/authenticate.ts';
import type { PlanOf } from '../../plans/plans.ts';
import { nameOf } from './listed-model.ts';
import type { ModelList } from './model-list.ts';

/** GET /api/chat/models: those that the user can choose; behind `requireUser`. */
export function modelRoutes({ models, planOf }: { models: ModelList; planOf: PlanOf }): Router {
  return Router().get('/models', (_req, res) => {
    const options = models.ofPlan(planOf(signedIn(res).user)).map((model) => ({
      ...nameOf(model),
      description: model.description,
      isAnswering: !models.isSetAside(model),
    }));
    res.json({ success: true, models: options } satisfies ModelOptionsResponse);
  });
}
