import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';
import { preload } from './vite/preload.ts';

/** What every page needs is one file, so that a page is never more than the entry, this and itself. */
const BASE =
  /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|zustand)\/|lucide-react\/dist\/esm\/(?:Icon|createLucideIcon|defaultAttributes|context|shared)|packages\/ui\/src\/kit\/(?:button|icon|icon-button|wordmark|caret|use-delayed)\.tsx?$/;

export default defineConfig({
  plugins: [react(), tailwindcss(), preload(), precompress()],
  build: {
    target: 'es2023',
    // A data: URL is not allowed as font, and a file of its own is cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'base', test: /lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
