import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { pageAt, PAGES, type InfoPageContent, type InfoPageId, type Page, type ProductSettings } from '@parley/core';
import { compressedPage } from './compressed-page.ts';

/**
 * Serves the built web client: its files, with hashed ones cached forever, and the document for every other path, with
 * the title from the route table. The document of an information page includes its text, which saves a request.
 */
export function webClient(
  folder: string,
  settings: ProductSettings,
  content: Record<InfoPageId, InfoPageContent>,
): Router {
  const router = Router();
  const file = join(folder, 'index.html');
  if (!existsSync(file)) {
    router.get('/{*path}', (_req, res) => {
      res.status(503).type('text').send('The web client isn’t built yet. Run `npm start` to build it.');
    });
    return router;
  }
  const built = readFileSync(file, 'utf8');
  const page = fillIn(isPrerenderedFor(built, settings) ? built : withoutPrerender(built), settings);
  const start = compressedPage(page);
  const plain = withoutPrerender(page);
  const documentFor = (row: Page) =>
    row.chunk === 'info' ? fillInContent(plain, settings, content[row.id]) : fillInTitle(plain, settings, row.title);
  const documents = new Map(
    PAGES.filter(({ access }) => access === 'everyone').map((row) => [row.path, compressedPage(documentFor(row))]),
  );
  router.get(['/', '/index.html'], sendPage);
  const manifest = join(folder, 'manifest.webmanifest');
  if (existsSync(manifest)) {
    const named = nameManifest(readFileSync(manifest, 'utf8'), settings);
    router.get('/manifest.webmanifest', (_req, res) => {
      res.setHeader('Cache-Control', 'no-cache');
      res.type('application/manifest+json').send(named);
    });
  }
  router.use(
    expressStaticGzip(folder, {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: {
        setHeaders(res, path) {
          const isHashed = dirname(path).endsWith('assets');
          res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      },
    }),
  );
  router.get('/assets/{*path}', (_req, res) => void res.status(404).type('text').send('Not found'));
  router.get('/{*path}', sendPage);
  return router;

  function sendPage(...[req, res, next]: Parameters<RequestHandler>): void {
    void (documents.get(pageAt(req.path, 'signed-out').path) ?? start)(req, res, next);
  }
}

/** Whether the build's prerendered landing page, which advertises every feature, matches these settings. */
function isPrerenderedFor(page: string, settings: ProductSettings): boolean {
  const drawnFor = /<meta\s+name="parley"\s+content='([^']*)'/.exec(page)?.[1] ?? '{}';
  const { productName, messagesLimit, windowHours } = JSON.parse(drawnFor) as Partial<ProductSettings>;
  return (
    productName === settings.productName &&
    messagesLimit === settings.messagesLimit &&
    windowHours === settings.windowHours &&
    settings.searchesWeb &&
    settings.drawsPictures
  );
}

/** The web app manifest with the product's name. */
function nameManifest(manifest: string, { productName }: ProductSettings): string {
  return JSON.stringify({ ...(JSON.parse(manifest) as object), name: productName, short_name: productName });
}

function withoutPrerender(page: string): string {
  return page.replace(/<template id="landing">.*?<\/template>/s, '');
}

/** Writes the product's name and settings into the page for the client to read. */
function fillIn(page: string, settings: ProductSettings): string {
  return fillInTitle(page, settings, null).replace(
    /(<meta\s+name="parley"\s+content=)(?:'[^']*'|"[^"]*")/,
    (_, start: string) => {
      return `${start}"${escapeHtml(JSON.stringify(settings))}"`;
    },
  );
}

function fillInTitle(page: string, { productName }: ProductSettings, title: string | null): string {
  const whole = escapeHtml(title === null ? productName : `${title} · ${productName}`);
  return page.replace(/<title>.*?<\/title>/, () => `<title>${whole}</title>`);
}

/** Writes the title, description and text of an information page into the document. */
function fillInContent(page: string, settings: ProductSettings, content: InfoPageContent): string {
  return fillInTitle(page, settings, content.title)
    .replace(/(<meta name="description" content=)"[^"]*"/, (_, start: string) => {
      return `${start}"${escapeHtml(content.description)}"`;
    })
    .replace(/(?=<meta\s+name="parley")/, () => {
      return `<meta name="parley-page" content="${escapeHtml(JSON.stringify(content))}" />\n    `;
    });
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
