import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const SOURCE = fileURLToPath(import.meta.resolve('../worker/service-worker.ts'));
/** Where the chat begins; what it loads later is found from there. */
const CHAT = 'app/pages.tsx';
/** What reading a chat does without: other pages, and what single replies need, which is kept once it was needed. */
const ASIDE =
  /node_modules|formula\/typeset\.|diagram\/diagram\.|features\/(?:billing|landing|info|session|onboarding|admin)\/|app\/(?:billing|admin)-screen\./;
const FACES = /\/(?:inter-latin-opsz-(?:normal|italic)|jetbrains-mono-latin-wght-normal)-[^/]*\.woff2$/;

/** What the page begins with: its one script, or what is left of it where there was nothing in it but imports. */
const SCRIPT = /<script type="module"[^>]* src="\/(assets\/[^"]+)"/g;
const STYLES = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+)"/g;

/** Builds the service worker into service-worker.js, with the names of the files that it keeps. */
export function serviceWorker(): Plugin {
  return {
    name: 'parley:service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((output): output is Rolldown.OutputChunk => output.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const entries = [...page.matchAll(SCRIPT)].map(([, name = '']) => name);
      const roots = entries.flatMap((name) => byName.get(name) ?? []);
      const chat = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(CHAT));
      if (roots.length === 0 || !chat) throw new Error(`The page has no scripts, or no chunk begins with ${CHAT}`);
      const styles = [...page.matchAll(STYLES)].map(([, name = '']) => name);
      const needed = neededBy([...roots, chat], byName);
      const faces = outputs.map(({ fileName }) => fileName).filter((name) => FACES.test(name));
      const files = [...new Set([...needed, ...styles, ...faces])].map((name) => `/${name}`).toSorted();
      const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
      const built = { version, entries: entries.map((name) => `/${name}`), files };
      await writeFile(join(dir, 'service-worker.js'), await bundleWorker(built));
    },
  };
}

/** These chunks, what they import at once or later, and their styles. */
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
  return ASIDE.test(chunk?.facadeModuleId ?? '');
}

async function bundleWorker(built: object): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __BUILD__: JSON.stringify(built) },
    build: { write: false, target: 'es2023', rolldownOptions: { input: SOURCE, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}
