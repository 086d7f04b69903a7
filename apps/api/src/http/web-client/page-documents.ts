import type { RequestHandler } from 'express';
import {
  PAGES,
  translated,
  type InfoPageContent,
  type InfoPageId,
  type LanguageId,
  type Page,
  type ProductSettings,
} from '@parley/core';
import type { Look } from '../../brand/brand.ts';
import { sharePictureOf } from '../../brand/picture-routes.ts';
import type { FileBrand } from '../../brand/read-brand.ts';
import { speak } from '../../language/speak.ts';
import { fillInBrand } from './brand-page.ts';
import { compressedPage } from './compressed-page.ts';
import { escapeHtml } from './escape-html.ts';
import { addressIn, alternateTags, describeProduct, isListed, shareTags } from './site-metadata.ts';
import { withoutTemplates } from './without-templates.ts';

interface DocumentSettings {
  /** The document of this language's build. */
  built: string;
  language: LanguageId;
  offered: readonly LanguageId[];
  settings: ProductSettings;
  content: Record<InfoPageId, InfoPageContent>;
  publicUrl: () => string;
}

/** Makes the documents of all pages in one language, by path, for a look. Each is written for its first request. */
export function pageDocuments({ built, language, offered, settings, content, publicUrl }: DocumentSettings) {
  const documentFor = (row: Page, page: string, file: FileBrand | null) => {
    const info = row.chunk === 'info' ? content[row.id] : null;
    const title = info?.title ?? (row.title && translated(row.title));
    const { productName } = settings;
    const address = publicUrl() + canonicalPath(row);
    // An operator's own page may have none.
    const ofPage = info?.description === '' ? undefined : info?.description;
    const about = {
      productName,
      title: title === null ? productName : `${title} · ${productName}`,
      description: ofPage ?? file?.file.description ?? describeProduct(settings),
      url: addressIn(language, address),
    };
    const picture = sharePictureOf(file);
    const alternates = offered.length > 1 && isListed(row) ? alternateTags(address, offered) : '';
    return fillInContent(fillInHead(page, { ...about, ...(picture && { picture }) }, alternates), info);
  };
  return (look: Look): Map<string, RequestHandler> => {
    const own = { ...settings, ...(look.texts && { brand: look.texts }) };
    const page = fillInBrand(fillInSettings(prerenderedFor(built, own), own), look);
    const plain = withoutTemplates(page, '');
    return new Map(
      PAGES.filter(({ access }) => access === 'everyone' || access === 'signed-out').map((row) => {
        const base = row.chunk === 'landing' ? page : plain;
        return [row.path, compressedPage(() => speak(language, () => documentFor(row, base, look.file)))];
      }),
    );
  };
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
function fillInHead(page: string, about: Parameters<typeof shareTags>[0], alternates: string): string {
  return page
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(about.title)}</title>`)
    .replace(/(<meta name="description" content=)"[^"]*"/, (_, start: string) => {
      return `${start}"${escapeHtml(about.description)}"`;
    })
    .replace('</head>', () => `  ${shareTags(about)}\n  ${alternates === '' ? '' : `  ${alternates}\n  `}</head>`);
}

/** Writes the text of an information page into the document. */
function fillInContent(page: string, content: InfoPageContent | null): string {
  if (!content) return page;
  return page.replace(/(?=<meta\s+name="parley")/, () => {
    return `<meta name="parley-page" content="${escapeHtml(JSON.stringify(content))}" />\n    `;
  });
}
