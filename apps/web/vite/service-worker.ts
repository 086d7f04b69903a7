import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
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

/** Builds the service worker into service-worker.js, with the names of the files that it keeps. */
export function serviceWorker(): Plugin {
  return {
    name: 'parley:service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((output): output is Rolldown.OutputChunk => output.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      const chat = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(CHAT));
      if (!entry || !chat) throw new Error(`No chunk begins with ${CHAT}`);
      const needed = neededBy([entry, chat], new Map(chunks.map((chunk) => [chunk.fileName, chunk])));
      const faces = outputs.map(({ fileName }) => fileName).filter((name) => FACES.test(name));
      const files = [...new Set([...needed, ...faces])].map((name) => `/${name}`).toSorted();
      const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
      const built = { version, entry: `/${entry.fileName}`, files };
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
