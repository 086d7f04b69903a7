import { pagePolicy } from '@parley/api/src/http/page-policy.ts';
import type { Plugin } from 'vite';

/**
 * Makes a page for a host of plain files, whose API is at another origin: with its content policy in the page, where such
 * hosts may set no headers, and without the landing page drawn ahead, whose words only the API knows.
 */
export function staticHost(apiUrl: string): Plugin {
  const { origin } = new URL(apiUrl);
  if (origin !== apiUrl) throw new Error(`VITE_API_URL must be an origin such as ${origin}`);
  const policy = Object.entries(pagePolicy({ api: [origin] })).map(([name, values]) => `${name} ${values.join(' ')}`);
  return {
    name: 'parley:static-host',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: html.replace(/<template id="landing">.*?<\/template>/s, ''),
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
