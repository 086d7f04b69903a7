import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { htmlAlone } from './html-alone.ts';
import { newestFonts } from './newest-fonts.ts';
import { noRequire } from './no-require.ts';
import { pureComponents } from './pure-components.ts';

/** What every build of the client is made with, for the web and for the desktop. */
export const clientPlugins = () => [react(), tailwindcss(), noRequire(), pureComponents(), htmlAlone(), newestFonts()];

export const clientAliases = [
  {
    find: '@ungap/structured-clone',
    replacement: fileURLToPath(new URL('./structured-clone.ts', import.meta.url)),
  },
  // The build that brings its parts along: from the other the bundler makes one more file that every page would load.
  { find: /^mermaid$/, replacement: 'mermaid/dist/mermaid.esm.min.mjs' },
];
