import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport, type Plugin } from 'vite';
import { expect, it } from 'vitest';
import { clientAliases } from '../vite/client-build.ts';

const idOf = (path: string): string => fileURLToPath(new URL(path, import.meta.resolve('@parley/ui')));

interface Module {
  Markdown: ComponentType<{ text: string; streaming: boolean }>;
}

const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? '' : null),
};

/** The renderer of replies, over libraries that these take the place of. */
async function markdown(alias: typeof clientAliases): Promise<(text: string) => string> {
  const noExternal = /react-markdown|remark-|unified|vfile|hast-util|property-information|style-to-object|stand-ins/;
  const { module } = await runnerImport<Module>(idOf('kit/markdown/markdown.tsx'), {
    configFile: false,
    logLevel: 'error',
    plugins: [react(), noStyles],
    resolve: { alias },
    environments: { inline: { resolve: { noExternal } } },
  });
  return (text) => renderToStaticMarkup(createElement(module.Markdown, { text, streaming: false }));
}

it('the stand-ins draw every text as the libraries do that they stand in for', async () => {
  const { module } = await runnerImport<{ corpus: string[]; richSample: string }>(
    idOf('kit/markdown/testing/corpus.ts'),
  );
  const [own, theirs] = [await markdown(clientAliases), await markdown([])];
  expect(own('- [x] Done')).toContain('aria-label="Done"');
  for (const text of [...module.corpus, module.richSample]) expect(own(text)).toBe(theirs(text));
}, 60_000);
