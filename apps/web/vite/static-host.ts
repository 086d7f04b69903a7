import { pagePolicy } from '@parley/api/page-policy';
import { describeProduct, robotsText, shareTags, sitemapText } from '@parley/api/site-metadata';
import { withoutTemplates } from '@parley/api/without-templates';
import type { Plugin } from 'vite';

/** The settings of the server that describe the site; here they are read at build. */
interface SiteSettings {
  PUBLIC_URL?: string | undefined;
  PRODUCT_NAME?: string | undefined;
}

/**
 * Adapts the page for a static file host with the API at another origin: puts the content policy into the page, since
 * such hosts may not set headers, and omits the prerendered pages, whose texts depend on the API's settings. A
 * `PUBLIC_URL` also gives it a sitemap and the tags that previews of links read.
 */
export function staticHost(apiUrl: string, { PUBLIC_URL, PRODUCT_NAME: productName = 'Parley' }: SiteSettings): Plugin {
  const { origin } = new URL(apiUrl);
  if (origin !== apiUrl) throw new Error(`VITE_API_URL must be an origin such as ${origin}`);
  const policy = Object.entries(pagePolicy({ api: [origin] })).map(([name, values]) => `${name} ${values.join(' ')}`);
  const url = PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).origin;
  const description = describeProduct({ productName, searchesWeb: false, drawsPictures: false });
  const title = `AI chat assistant · ${productName}`;
  const tags = url === null ? '' : shareTags({ productName, title, description, url: `${url}/` });
  return {
    name: 'parley:static-host',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robotsText(url) });
      if (url === null) return;
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemapText(url, { takesPayments: false }) });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: withoutTemplates(html, '')
          .replace(' data-shell="1"', '')
          .replace('</head>', () => `${tags}</head>`),
        tags: [
          {
            tag: 'meta',
            attrs: { 'http-equiv': 'Content-Security-Policy', content: policy.join('; ') },
            injectTo: 'head-prepend',
          },
        ],
      }),
    },
  };
}
