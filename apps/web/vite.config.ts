import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    target: 'es2023',
    // A data: URL is not allowed as font, and a picture of its own is cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
