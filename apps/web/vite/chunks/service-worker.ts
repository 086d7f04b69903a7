import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { bundleScript } from '../bundle-script.ts';
import { chunksIn, chunkThatBegins, moduleOf, PAGE_MODULES } from './page-modules.ts';

const SOURCE = new URL('../../worker/service-worker.ts', import.meta.url);
/** Entry module of the chat, from which its lazy chunks are found. */
const CHAT = moduleOf('chat');
/** Chunks not needed to read a chat, besides other pages. Chunks of single replies are cached on first use. */
const ASIDE =
  /node_modules|formula\/typeset\.|diagram\/diagram\.|features\/(?:chat\/preview|billing|session|onboarding)\//;
const OTHER_PAGES = new Set([...PAGE_MODULES.values()].filter((module) => module !== CHAT));
const FACES = /\/(?:inter-latin-opsz-(?:normal|italic)|jetbrains-mono-latin-wght-normal)-[^/]*\.woff2$/;

/** The page's entry scripts: one, or its imports if it contained nothing else. */
const SCRIPT = /<script type="module"[^>]* src="\/(assets\/[^"]+)"/g;
const STYLES = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+)"/g;

/** Builds the service worker into service-worker.js, with the names of the files to precache. */
export function serviceWorker(): Plugin {
  return {
    name: 'parley:service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks = chunksIn(bundle);
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const entries = [...page.matchAll(SCRIPT)].map(([, name = '']) => name);
      const roots = entries.flatMap((name) => byName.get(name) ?? []);
      if (roots.length === 0) throw new Error('The page has no scripts.');
      const styles = [...page.matchAll(STYLES)].map(([, name = '']) => name);
      const needed = neededBy([...roots, chunkThatBegins(CHAT, chunks)], byName);
      const faces = Object.keys(bundle).filter((name) => FACES.test(name));
      const files = [...new Set([...needed, ...styles, ...faces])].map((name) => `/${name}`).toSorted();
      const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
      const built = { version, entries: entries.map((name) => `/${name}`), files };
      await writeFile(join(dir, 'service-worker.js'), await bundleScript(SOURCE, { __BUILD__: JSON.stringify(built) }));
    },
  };
}

/** These chunks, their static and dynamic imports, and their styles. */
function neededBy(roots: Rolldown.OutputChunk[], chunks: Map<string, Rolldown.OutputChunk>): Set<string> {
  const needed = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (needed.has(chunk.fileName)) return;
    needed.add(chunk.fileName);
    for (const name of chunk.viteMetadata?.importedCss ?? []) needed.add(name);
    const later = chunk.dynamicImports.filter((name) => !isAside(chunks.get(name)));
    for (const name of [...chunk.imports, ...later]) {
      const next = chunks.get(name);
      if (next) add(next);
    }
  };
  for (const root of roots) add(root);
  return needed;
}

function isAside(chunk: Rolldown.OutputChunk | undefined): boolean {
  const module = chunk?.facadeModuleId ?? '';
  return ASIDE.test(module) || OTHER_PAGES.has(module);
}
