import { Router } from 'express';
import { AppError, infoPageAt, type ContentResponse } from '@parley/core';
import type { Content } from './content.ts';

/** GET /api/content/{page}: the words of an information page, for everyone. */
export function contentRoute(content: Content): Router {
  const router = Router();
  router.get('/:page', (req, res) => {
    const id = infoPageAt(`/${req.params.page}`);
    if (!id) throw new AppError('not-found');
    res.set('Cache-Control', 'public, max-age=300');
    res.json({ success: true, ...content[id] } satisfies ContentResponse);
  });
  return router;
}
