import type { Plugin } from 'vite';

const ESBUILD_CHUNK = /mermaid\/dist\/chunks\/[^?]+\.mjs$/;

/**
 * Takes `require` out of the helper that esbuild left in a lazy library: a browser has none. The bundler would answer it
 * with a helper of its own, in one more file that every page loads.
 */
export function noRequire(): Plugin {
  return {
    name: 'parley:no-require',
    apply: 'build',
    transform: {
      filter: { id: ESBUILD_CHUNK, code: 'Dynamic require of' },
      handler: (code) => ({ code: code.replaceAll(/\brequire\b(?! of)/g, 'undefined'), map: null }),
    },
  };
}
