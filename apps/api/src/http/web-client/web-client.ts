import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import {
  isNamedPath,
  pageAt,
  PAGES,
  PREVIEW_HEADERS,
  PREVIEW_PAGE,
  PREVIEW_PATH,
  type InfoPageContent,
  type InfoPageId,
  type Page,
  type ProductSettings,
} from '@parley/core';
import type { Look, Brand } from '../../brand/brand.ts';
import type { FileBrand } from '../../brand/read-brand.ts';
import { allowStyle, fillInBrand, nameManifest, NO_BRAND } from './brand-page.ts';
import { compressedPage } from './compressed-page.ts';
import { escapeHtml } from './escape-html.ts';
import { describeProduct, robotsText, shareTags, sitemapText } from './site-metadata.ts';
import { withoutTemplates } from './without-templates.ts';

/**
 * Serves the built web client: its files, with hashed ones cached forever, and the document for every page, with the
 * title from the route table and the tags that search engines and previews read. The document of an information page
 * includes its text, which saves a request. Any other path redirects to `/`. `publicUrl` is not called before the first
 * request.
 */
export function webClient(
  folder: string,
  settings: ProductSettings,
  content: Record<InfoPageId, InfoPageContent>,
  publicUrl: () => string,
  brand: Pick<Brand, 'look'> = NO_BRAND,
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
  const documentsFor = (look: Look) => {
    const own = { ...settings, ...(look.texts && { brand: look.texts }) };
    const page = fillInBrand(fillInSettings(prerenderedFor(built, own), own), look);
    const plain = withoutTemplates(page, '');
    return new Map(
      PAGES.filter(({ access }) => access === 'everyone' || access === 'signed-out').map((row) => [
        row.path,
        compressedPage(() => documentFor(row, row.chunk === 'landing' ? page : plain, look.file)),
      ]),
    );
  };
  const documentFor = (row: Page, page: string, file: FileBrand | null) => {
    const info = row.chunk === 'info' ? content[row.id] : null;
    const title = info?.title ?? row.title;
    const { productName } = settings;
    const about = {
      productName,
      title: title === null ? productName : `${title} · ${productName}`,
      description: info?.description ?? file?.file.description ?? describeProduct(settings),
      url: publicUrl() + canonicalPath(row),
    };
    const picture = file?.pictures.get(file.file.sharePicture ?? '');
    const shown = picture && { path: `/brand/share?v=${picture.tag}`, width: picture.width, height: picture.height };
    return fillInContent(fillInHead(page, { ...about, ...(shown && { picture: shown }) }), info);
  };
  let drawn = { look: brand.look, documents: documentsFor(brand.look) };
  router.get(['/', '/index.html'], sendPage);
  const manifest = join(folder, 'manifest.webmanifest');
  if (existsSync(manifest)) {
    const text = readFileSync(manifest, 'utf8');
    router.get('/manifest.webmanifest', (_req, res) => {
      res.setHeader('Cache-Control', 'no-cache');
      res.type('application/manifest+json').send(nameManifest(text, settings, brand));
    });
  }
  router.get(PREVIEW_PATH, (_req, res) => void res.set(PREVIEW_HEADERS).send(PREVIEW_PAGE));
  router.get('/robots.txt', (_req, res) => void res.type('text').send(robotsText(publicUrl())));
  router.get('/sitemap.xml', (_req, res) => void res.type('application/xml').send(sitemapText(publicUrl(), settings)));
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
  router.get('/{*path}', (req, res, next) => {
    if (isNamedPath(req.path)) return sendPage(req, res, next);
    res.set('Cache-Control', 'no-cache').redirect(`/${/\?.*/s.exec(req.url)?.[0] ?? ''}`);
  });
  return router;

  function sendPage(...[req, res, next]: Parameters<RequestHandler>): void {
    const { look } = brand;
    if (drawn.look !== look) drawn = { look, documents: documentsFor(look) };
    if (look.styles !== '') allowStyle(res, look.styles);
    void drawn.documents.get(pageAt(req.path, 'signed-out').path)?.(req, res, next);
  }
}

/**
 * The build's document without the prerendered pages that do not match these settings: the chat's shell shows the
 * product's name and its own texts, and the landing page advertises every feature as well.
 */
function prerenderedFor(page: string, settings: ProductSettings): string {
  const drawnFor = /<meta\s+name="parley"\s+content='([^']*)'/.exec(page)?.[1] ?? '{}';
  const { productName, messagesLimit, windowHours } = JSON.parse(drawnFor) as Partial<ProductSettings>;
  const hasName = productName === settings.productName;
  const isForLanding =
    hasName &&
    messagesLimit === settings.messagesLimit &&
    windowHours === settings.windowHours &&
    settings.takesPayments &&
    !settings.sellsOwnPlans &&
    settings.searchesWeb &&
    settings.drawsPictures &&
    !settings.brand?.landing;
  const landing = isForLanding ? page : withoutTemplates(page, 'landing');
  return hasName && !settings.brand ? landing : withoutTemplates(landing, 'shell');
}

/** Premium and its prices have two paths, and the landing page has many. */
function canonicalPath({ id }: Page): string {
  const path = PAGES.find((row) => row.id === id)?.path;
  return path === undefined || path === '*' ? '/' : path;
}

/** Writes the settings into the page for the client to read. */
function fillInSettings(page: string, settings: ProductSettings): string {
  return page.replace(/(<meta\s+name="parley"\s+content=)(?:'[^']*'|"[^"]*")/, (_, start: string) => {
    return `${start}"${escapeHtml(JSON.stringify(settings))}"`;
  });
}

/** Writes the title, the description and the tags for search engines and previews into the document. */
function fillInHead(page: string, about: Parameters<typeof shareTags>[0]): string {
  return page
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(about.title)}</title>`)
    .replace(/(<meta name="description" content=)"[^"]*"/, (_, start: string) => {
      return `${start}"${escapeHtml(about.description)}"`;
    })
    .replace('</head>', () => `  ${shareTags(about)}\n  </head>`);
}

/** Writes the text of an information page into the document. */
function fillInContent(page: string, content: InfoPageContent | null): string {
  if (!content) return page;
  return page.replace(/(?=<meta\s+name="parley")/, () => {
    return `<meta name="parley-page" content="${escapeHtml(JSON.stringify(content))}" />\n    `;
  });
}
