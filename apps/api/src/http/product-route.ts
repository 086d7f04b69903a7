import { Router } from 'express';
import type { ProductResponse, ProductSettings } from '@parley/core';

/** GET /api/product: what the page carries, for clients that come with a page of their own. */
export function productRoute(settings: ProductSettings): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    res.json({ success: true, settings } satisfies ProductResponse);
  });
  return router;
}
