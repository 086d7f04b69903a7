import { Router } from 'express';
import type { ProductSettings, SettingsResponse } from '@parley/core';

/** GET /api/settings: what the pages that this server sends have in them already, for pages that come from elsewhere. */
export function settingsRoute(settings: ProductSettings): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    res.json({ success: true, settings } satisfies SettingsResponse);
  });
  return router;
}
