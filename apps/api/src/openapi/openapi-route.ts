import { Router } from 'express';
import { openApiDocument } from './document.ts';

/** GET /api/openapi.json */
export function openApiRoute(productName: string): Router {
  const router = Router();
  let document: string | undefined;
  router.get('/', (_req, res) => {
    document ??= JSON.stringify(openApiDocument(productName));
    res.set('Cache-Control', 'public, max-age=300').type('json').send(document);
  });
  return router;
}
