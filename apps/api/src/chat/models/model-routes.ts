import { Router } from 'express';
import type { ModelOptionsResponse } from '@parley/core';
import { signedIn } from '../../auth/authenticate.ts';
import type { PlanOf } from '../../plans/plans.ts';
import type { ModelList } from './model-list.ts';

/** GET /api/chat/models: those that the user can choose; behind `requireUser`. */
export function modelRoutes({ models, planOf }: { models: ModelList; planOf: PlanOf }): Router {
  return Router().get('/models', (_req, res) => {
    const options = models.optionsOf(planOf(signedIn(res).user));
    res.json({ success: true, models: options } satisfies ModelOptionsResponse);
  });
}
