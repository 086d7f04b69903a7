import type { Plugin, Rolldown } from 'vite';
import { chunksIn, chunkThatBegins, PAGE_MODULES, uiModule } from './page-modules.ts';

/** The readers of the API's first responses; only the chat requests them at once. */
const ANSWERS = uiModule('api/read-response.ts');
const FONT = /inter-latin-opsz-normal-.*\.woff2$/;

/**
 * Lists in the document what its pages need: the text face in a preload link, and the files of each chunk of the route
 * table in a `data-` attribute of the boot script, which knows the visitor and the page at once. Nothing has to wait
 * until the entry script has run.
 */
export function preload(): Plugin {
  return {
    name: 'parley:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = [...PAGE_MODULES].map(
          ([chunk, module]) =>
            `data-${chunk}="${filesOf(chunk === 'chat' ? [module, ANSWERS] : [module], chunksIn(bundle)).join(' ')}"`,
        );
        const font = Object.keys(bundle).find((name) => FONT.test(name));
        return {
          html: html
            .replace('src="/boot.js"', `src="/boot.js" ${files.join(' ')}`)
            // The styles and the font come first: the prerendered page needs no script.
            .replace('<script type="module"', '<script type="module" fetchpriority="low"'),
          tags: [
            {
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true },
              injectTo: 'head-prepend',
            },
          ],
        };
      },
    },
  };
}

/** The chunks of these entry modules and their imports, except those that every page loads. */
function filesOf(modules: string[], chunks: Rolldown.OutputChunk[]): string[] {
  const entry = chunks.find(({ isEntry }) => isEntry);
  const always = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
  const byName = new Map(chunks.map((found) => [found.fileName, found]));
  const needed = new Set(modules.map((module) => chunkThatBegins(module, chunks).fileName));
  for (const name of needed)
    for (const next of byName.get(name)?.imports ?? []) if (!always.has(next)) needed.add(next);
  return [...needed].map((name) => `/${name}`);
}
