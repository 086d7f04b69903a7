import type { Plugin } from 'vite';

const ESBUILD_CHUNK = /mermaid\/dist\/chunks\/[^?]+\.mjs$/;

/**
 * Removes `require` from esbuild's helper in a lazy library, since browsers do not have it. The bundler would replace
 * it with its own helper, in another file that every page loads.
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
