import { Router } from 'express';
import type { ProductSettings, SettingsResponse } from '@parley/core';

/** GET /api/settings: the settings that our own pages contain, for pages served from elsewhere. */
export function settingsRoute(settings: ProductSettings): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    res.json({ success: true, settings } satisfies SettingsResponse);
  });
  return router;
}
