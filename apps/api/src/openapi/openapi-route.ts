import { Router } from 'express';
import { openApiDocument } from './document.ts';

/** GET /api/openapi.json */
export function openApiRoute(productName: string, hasApiKeys: boolean): Router {
  const router = Router();
  let document: string | undefined;
  router.get('/', (_req, res) => {
    document ??= JSON.stringify(openApiDocument(productName, hasApiKeys));
    res.set('Cache-Control', 'public, max-age=300').type('json').send(document);
  });
  return router;
}
