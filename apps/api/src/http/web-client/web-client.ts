import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import {
  isNamedPath,
  pageAt,
  PREVIEW_HEADERS,
  PREVIEW_PAGE,
  PREVIEW_PATH,
  type InfoPageContent,
  type InfoPageId,
  type LanguageId,
  type ProductSettings,
} from '@parley/core';
import type { Brand } from '../../brand/brand.ts';
import { buildFolder, ENGLISH_ONLY, languageOfPage, VARIES_BY, type Languages } from '../../language/languages.ts';
import { allowStyle, nameManifest, NO_BRAND } from './brand-page.ts';
import { pageDocuments } from './page-documents.ts';
import { robotsText, sitemapText } from './site-metadata.ts';

/** Files that each language has under the same name. */
const OWN_FILES = ['/boot.js', '/service-worker.js'];

/**
 * Serves the built web client: its files, with hashed ones cached forever, and the document for every page, with the
 * title from the route table and the tags that search engines and previews read. The document of an information page
 * includes its text, which saves a request. Any other path redirects to `/`. Pages, and the files that each language
 * has, are those of the request's language. `publicUrl` is not called before the first request.
 */
export function webClient(
  folder: string,
  settings: ProductSettings,
  content: Record<InfoPageId, InfoPageContent>,
  publicUrl: () => string,
  brand: Pick<Brand, 'look'> = NO_BRAND,
  languages: Languages = ENGLISH_ONLY,
): Router {
  const router = Router();
  if (!existsSync(join(folder, 'index.html'))) {
    router.get('/{*path}', (_req, res) => {
      res.status(503).type('text').send('The web client isn’t built yet. Run `npm start` to build it.');
    });
    return router;
  }
  const { offered } = languages;
  const sites = new Map(offered.map((language) => [language, openSite(language)]));
  router.get(['/', '/index.html'], sendPage);
  router.get('/manifest.webmanifest', (req, res, next) => {
    const { manifest } = siteOf(req, res);
    if (manifest === null) return next();
    res.setHeader('Cache-Control', 'no-cache');
    res.type('application/manifest+json').send(nameManifest(manifest, settings, brand));
  });
  router.get(PREVIEW_PATH, (_req, res) => void res.set(PREVIEW_HEADERS).send(PREVIEW_PAGE));
  router.get('/robots.txt', (_req, res) => void res.type('text').send(robotsText(publicUrl())));
  router.get('/sitemap.xml', (_req, res) => void res.type('application/xml').send(sitemapText(publicUrl(), settings)));
  router.get(OWN_FILES, (req, res, next) => siteOf(req, res).files(req, res, next));
  // Serves builds of other languages by language, never by their own paths.
  router.get('/languages/{*path}', sendHome);
  router.use(serveFiles(folder));
  router.get('/assets/{*path}', (_req, res) => void res.status(404).type('text').send('Not found'));
  router.get('/{*path}', (req, res, next) => {
    if (isNamedPath(req.path)) return sendPage(req, res, next);
    sendHome(req, res);
  });
  return router;

  function openSite(language: LanguageId) {
    const own = buildFolder(folder, language);
    const built = readFileSync(join(own, 'index.html'), 'utf8');
    const texts = languages.content[language] ?? content;
    const documentsFor = pageDocuments({ built, language, offered, settings, content: texts, publicUrl });
    const file = join(own, 'manifest.webmanifest');
    const manifest = existsSync(file) ? readFileSync(file, 'utf8') : null;
    const rendered = { look: brand.look, documents: documentsFor(brand.look) };
    return { documentsFor, manifest, rendered, files: serveFiles(own, offered.length > 1 ? VARIES_BY : null) };
  }

  /** Serves the file of the request's language. The response then varies with the headers that choose the language. */
  function siteOf(req: Request, res: Response) {
    if (offered.length > 1) res.vary(VARIES_BY);
    const site = sites.get(languageOfPage(req, offered)) ?? sites.get('en');
    if (!site) throw new Error('There is no English build.');
    return site;
  }

  function sendPage(...[req, res, next]: Parameters<RequestHandler>): void {
    const { look } = brand;
    const site = siteOf(req, res);
    if (site.rendered.look !== look) site.rendered = { look, documents: site.documentsFor(look) };
    if (look.styles !== '') allowStyle(res, look.styles);
    void site.rendered.documents.get(pageAt(req.path, 'signed-out').path)?.(req, res, next);
  }
}

function sendHome(req: Request, res: Response): void {
  res.set('Cache-Control', 'no-cache').redirect(`/${/\?.*/s.exec(req.url)?.[0] ?? ''}`);
}

/** `varies`: the request headers that the files depend on besides the encoding. */
function serveFiles(folder: string, varies: string | null = null): RequestHandler {
  return expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br'],
    index: false,
    serveStatic: {
      setHeaders(res, path) {
        const isHashed = dirname(path).endsWith('assets');
        if (varies !== null) res.setHeader('Vary', `Accept-Encoding, ${varies}`);
        res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    },
  });
}
