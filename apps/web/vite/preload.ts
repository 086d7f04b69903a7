import type { Plugin, Rolldown } from 'vite';

/** The modules that begin a kind of page, by the name under which boot.js finds their chunks. */
const PAGES = { visitor: 'landing/landing-page.tsx', user: 'app/pages.tsx', info: 'info/info-page.tsx' };
const FONT = /inter-latin-opsz-normal-.*\.woff2$/;

/**
 * Tells the page what it will need: the text face by a preload link, and each kind of page by a `data-` attribute on
 * boot.js, which knows at once who is visiting what. So nothing waits for the entry to be read first.
 */
export function preload(): Plugin {
  return {
    name: 'parley:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const pages = Object.entries(PAGES).map(
          ([name, module]) => `data-${name}="${chunksOf(module, bundle).join(' ')}"`,
        );
        const font = Object.keys(bundle).find((name) => FONT.test(name));
        return {
          html: html.replace('src="/boot.js"', `src="/boot.js" ${pages.join(' ')}`),
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

/** The chunk that a module begins, and those it needs beyond what every page loads. */
function chunksOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output): output is Rolldown.OutputChunk => output.type === 'chunk');
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  if (!chunk) throw new Error(`No chunk begins with ${module}`);
  const entry = chunks.find(({ isEntry }) => isEntry);
  const always = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
  const byName = new Map(chunks.map((found) => [found.fileName, found]));
  const needed = new Set([chunk.fileName]);
  for (const name of needed)
    for (const next of byName.get(name)?.imports ?? []) if (!always.has(next)) needed.add(next);
  return [...needed].map((name) => `/${name}`);
}
