import { Router } from 'express';
import type { ProductSettings, SettingsResponse } from '@parley/core';
import type { Brand } from '../brand/brand.ts';

/** GET /api/settings: the settings that our own pages contain, for pages served from elsewhere. */
export function settingsRoute(settings: ProductSettings, brand: Pick<Brand, 'look' | 'stylesElsewhere'>): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    const { texts } = brand.look;
    const { stylesElsewhere: styles } = brand;
    const own = texts && { brand: { ...texts, ...(styles !== '' && { styles }) } };
    res.json({ success: true, settings: { ...settings, ...own } } satisfies SettingsResponse);
  });
  return router;
}
