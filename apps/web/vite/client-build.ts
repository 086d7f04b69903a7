import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { newestFonts } from './newest-fonts.ts';
import { noRequire } from './no-require.ts';

/** What every build of the client is made with, for the web and for the desktop. */
export const clientPlugins = () => [react(), tailwindcss(), noRequire(), newestFonts()];

export const clientAliases = [
  // The build that brings its parts along: from the other the bundler makes one more file that every page would load.
  { find: /^mermaid$/, replacement: 'mermaid/dist/mermaid.esm.min.mjs' },
];
