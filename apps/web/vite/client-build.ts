import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { newestFonts } from './libraries/newest-fonts.ts';
import { leanerLibraries } from './libraries/leaner-libraries.ts';
import { noRequire } from './libraries/no-require.ts';
import { scriptText } from './script-text.ts';
import { subsetFonts } from './libraries/subset-fonts.ts';
import { translateMessages } from './translate-messages.ts';

/** Plugins of every client build, for the web and the desktop. */
export const clientPlugins = () => [
  translateMessages(),
  react(),
  tailwindcss(),
  noRequire(),
  leanerLibraries(),
  newestFonts(),
  subsetFonts(),
  scriptText(),
];

export const clientAliases = [
  // The self-contained build: the other one adds a file that every page would load.
  { find: /^mermaid$/, replacement: 'mermaid/dist/mermaid.esm.min.mjs' },
];

/** Workers of every client build. */
export const clientWorkers = { format: 'es' as const, plugins: () => [translateMessages(), scriptText()] };
