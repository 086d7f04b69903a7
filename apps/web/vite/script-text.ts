import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

const SUFFIX = '?inline';

/** Imports a module with the suffix `?inline` as text: one classic script that contains its imports. */
export function scriptText(): Plugin {
  return {
    name: 'parley:script-text',
    enforce: 'pre',
    load: {
      filter: { id: /\.ts\?inline$/ },
      async handler(id) {
        const source = pathToFileURL(id.slice(0, -SUFFIX.length));
        const script = await bundleScript(source, { 'process.env.NODE_ENV': '"production"' });
        return `export default ${JSON.stringify(script)}`;
      },
    },
  };
}
