import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { newestFonts } from './newest-fonts.ts';
import { noRequire } from './no-require.ts';
import { pureComponents } from './pure-components.ts';

/** What every build of the client is made with, for the web and for the desktop. */
export const clientPlugins = () => [react(), tailwindcss(), noRequire(), pureComponents(), newestFonts()];

/** Instead of libraries that bring far more than the client needs of them, which every first reply would load. */
const STAND_INS = {
  '@ungap/structured-clone': new URL('./stand-ins/structured-clone.ts', import.meta.url),
  'property-information': new URL('./stand-ins/property-information.ts', import.meta.url),
  'style-to-object': new URL('./stand-ins/style-to-object.ts', import.meta.url),
  unified: new URL('./stand-ins/unified.ts', import.meta.url),
  'vfile(?:-message)?': new URL('./stand-ins/vfile.ts', import.meta.url),
};

export const clientAliases = [
  ...Object.entries(STAND_INS).map(([name, url]) => ({
    find: new RegExp(`^${name}$`),
    replacement: fileURLToPath(url),
  })),
  // The build that brings its parts along: from the other the bundler makes one more file that every page would load.
  { find: /^mermaid$/, replacement: 'mermaid/dist/mermaid.esm.min.mjs' },
];
