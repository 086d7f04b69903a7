import { pagePolicy } from '@parley/api/page-policy';
import type { Plugin } from 'vite';

/**
 * Adapts the page for a static file host with the API at another origin: puts the content policy into the page, since
 * such hosts may not set headers, and omits the prerendered landing page, whose texts depend on the API's settings.
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
