import { Router } from 'express';
import { AppError, INFO_PAGES, type ContentResponse } from '@parley/core';
import { languageOf } from '../language/answer-in-language.ts';
import type { Languages } from '../language/languages.ts';
import type { Content } from './content.ts';

/** GET /api/content/{page}: the public text of an information page, in the language of the call. */
export function contentRoute(english: Content, { offered, content }: Languages): Router {
  const router = Router();
  router.get('/:page', (req, res) => {
    const page = INFO_PAGES.find(({ id }) => id === req.params.page);
    if (!page) throw new AppError('not-found');
    res.set('Cache-Control', 'public, max-age=300');
    if (offered.length > 1) res.vary('Accept-Language');
    res.json({ success: true, ...(content[languageOf(res)] ?? english)[page.id] } satisfies ContentResponse);
  });
  return router;
}
