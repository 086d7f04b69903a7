import { Router } from 'express';
import { AppError, INFO_PAGES, type ContentResponse } from '@parley/core';
import type { Content } from './content.ts';

/** GET /api/content/{page}: the public text of an information page. */
export function contentRoute(content: Content): Router {
  const router = Router();
  router.get('/:page', (req, res) => {
    const page = INFO_PAGES.find(({ id }) => id === req.params.page);
    if (!page) throw new AppError('not-found');
    res.set('Cache-Control', 'public, max-age=300');
    res.json({ success: true, ...content[page.id] } satisfies ContentResponse);
  });
  return router;
}
