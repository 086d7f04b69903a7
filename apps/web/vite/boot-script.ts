import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

const FILE = 'boot.js';
const SOURCE = new URL('../boot/boot.ts', import.meta.url);

/** Bundles the boot script, which every page waits for, under a fixed name. */
export function bootScript(): Plugin {
  return {
    name: 'parley:boot-script',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: await bundleScript(SOURCE) });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response, next) => {
        const send = (script: string) => response.setHeader('Content-Type', 'text/javascript').end(script);
        bundleScript(SOURCE).then(send, next);
      });
    },
  };
}
