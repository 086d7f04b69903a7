import { PAGES, t, type LanguageId, type Page, type PreviewPicture, type ProductSettings } from '@parley/core';
import { escapeHtml } from './escape-html.ts';

/** File of the share picture, which the build draws for this product name. */
export const SHARE_PICTURE = { file: 'share.png', productName: 'Parley', width: 1200, height: 630 } as const;

/** Pages that only make sense to the person who was sent there. */
const PRIVATE = PAGES.filter(
  ({ chunk, id }) => chunk === 'session' || chunk === 'admin' || id.startsWith('payment-'),
).map(({ path }) => path);

/** The landing page's sentence for search engines and previews. It names only what this server is configured for. */
export function describeProduct({
  productName,
  searchesWeb,
  drawsPictures,
}: Pick<ProductSettings, 'productName' | 'searchesWeb' | 'drawsPictures'>): string {
  if (searchesWeb && drawsPictures) {
    return t`${productName} is an AI chat assistant that thinks hard questions through, searches the web and creates images. Start for free.`;
  }
  if (searchesWeb) {
    return t`${productName} is an AI chat assistant that thinks hard questions through and searches the web. Start for free.`;
  }
  if (drawsPictures) {
    return t`${productName} is an AI chat assistant that thinks hard questions through and creates images. Start for free.`;
  }
  return t`${productName} is an AI chat assistant that thinks hard questions through. Start for free.`;
}

interface SharedPage {
  productName: string;
  title: string;
  description: string;
  /** Absolute. */
  url: string;
  /** The operator's own picture. */
  picture?: PreviewPicture;
}

/** The canonical address, and the Open Graph and Twitter tags of a page, for its head. */
export function shareTags({ productName, title, description, url, picture }: SharedPage): string {
  const { path, width, height } = picture ?? { ...SHARE_PICTURE, path: `/${SHARE_PICTURE.file}` };
  const hasPicture = picture !== undefined || productName === SHARE_PICTURE.productName;
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', productName],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
  ];
  if (hasPicture) {
    properties.push(
      ['og:image', new URL(path, url).href],
      ['og:image:width', String(width)],
      ['og:image:height', String(height)],
      ['og:image:alt', productName],
    );
  }
  return [
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}" />`),
    `<meta name="twitter:card" content="${hasPicture ? 'summary_large_image' : 'summary'}" />`,
  ].join('\n    ');
}

/** The addresses of a public page in each language, for search engines. */
export function alternateTags(url: string, offered: readonly LanguageId[]): string {
  const tag = (language: string, address: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}" />`;
  return [...offered.map((id) => tag(id, addressIn(id, url))), tag('x-default', url)].join('\n    ');
}

/** The address of a page in this very language; English is at the plain one. */
export function addressIn(language: LanguageId, url: string): string {
  return language === 'en' ? url : `${url}?language=${language}`;
}

/** Whether search engines list a page. */
export function isListed({ chunk, id }: Pick<Page, 'chunk' | 'id'>): boolean {
  return chunk === 'landing' || chunk === 'info' || id === 'pricing';
}

/** `robots.txt`. Without an origin it names no sitemap, whose address must be absolute. */
export function robotsText(origin: string | null): string {
  const lines = ['User-agent: *', ...[...PRIVATE, '/c/', '/api/'].map((path) => `Disallow: ${path}`)];
  return `${[...lines, ...(origin === null ? [] : ['', `Sitemap: ${origin}/sitemap.xml`])].join('\n')}\n`;
}

/** `sitemap.xml`: the landing page, the information pages, and the prices if the server sells anything. */
export function sitemapText(origin: string, { takesPayments }: Pick<ProductSettings, 'takesPayments'>): string {
  const infoPages = PAGES.filter(({ chunk }) => chunk === 'info').map(({ path }) => path);
  const paths = ['/', ...(takesPayments ? ['/pricing'] : []), ...infoPages];
  const urls = paths.map((path) => `  <url><loc>${escapeHtml(origin + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}
