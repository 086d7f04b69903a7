import { Router } from 'express';
import type { ProductSettings, SettingsResponse } from '@parley/core';
import type { Brand } from '../brand/brand.ts';

/** GET /api/settings: the settings that our own pages contain, for pages served from elsewhere. */
export function settingsRoute(settings: ProductSettings, brand: Pick<Brand, 'textsElsewhere'>): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    const { textsElsewhere: own } = brand;
    res.json({ success: true, settings: { ...settings, ...(own && { brand: own }) } } satisfies SettingsResponse);
  });
  return router;
}
