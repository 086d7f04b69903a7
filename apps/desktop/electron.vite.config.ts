import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { isLanguage } from '@parley/core';
import { clientAliases, clientPlugins, clientWorkers } from '@parley/web/client-build';
import { readMainTexts } from './vite/read-main-texts.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Everything that is needed is in the bundles: the packed app has no node_modules. */
const isolated = { externalizeDeps: false, minify: true } as const;

/**
 * Pages have paths of their own, such as a conversation's; electron-vite writes for files that lie beside each other.
 */
const fromTheRoot: Plugin = {
  name: 'parley:from-the-root',
  enforce: 'post',
  config: () => ({ base: '/' }),
};

/** Main and preload have all languages and are built with English. Of the others there are only the pages. */
const language = process.env['PARLEY_LANGUAGE'] ?? 'en';
const isEnglish = language === 'en';
const mainTexts = readMainTexts(path('src/main'));
if (isLanguage(language) && !isEnglish && !mainTexts[language]) throw new Error(`Main lacks texts in ${language}.`);

const mainAndPreload = () => ({
  main: {
    define: {
      SERVER_URL: JSON.stringify(process.env['PARLEY_SERVER_URL'] ?? 'http://localhost:3000'),
      MAIN_TEXTS: JSON.stringify(mainTexts),
    },
    build: { ...isolated, outDir: 'dist/main', rolldownOptions: { input: path('src/main/index.ts') } },
  },
  preload: {
    build: {
      ...isolated,
      outDir: 'dist/preload',
      // A preload in the sandbox is one CommonJS file.
      rolldownOptions: {
        input: path('src/preload/index.ts'),
        output: { format: 'cjs' as const, entryFileNames: '[name].cjs' },
      },
    },
  },
});

export default defineConfig({
  ...(isEnglish && mainAndPreload()),
  renderer: {
    root: path('src/renderer'),
    plugins: [...clientPlugins(), fromTheRoot],
    resolve: { alias: clientAliases },
    worker: clientWorkers,
    build: {
      outDir: path(isEnglish ? 'dist/renderer' : `dist/languages/${language}`),
      target: 'chrome140',
      minify: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: {
          index: path('src/renderer/index.html'),
          'quick-ask': path('src/renderer/quick-ask.html'),
          find: path('src/renderer/find.html'),
        },
        // In a chunk with texts, the helper would make every file that loads others differ by language.
        output: { codeSplitting: { groups: [{ name: 'preload-helper', test: /vite\/preload-helper/ }] } },
      },
    },
  },
});
