import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

const FILE = 'boot.js';
const SOURCE = new URL('../boot/boot.ts', import.meta.url);
const PAGE_ROWS = /core\/src\/pages\/(?:info-)?pages\.ts$/;
const NAMES = /\b(title|label): (?:'[^']*'|t`[^`]*`)/g;

/** Bundles the boot script, which every page waits for, under a fixed name. */
export function bootScript(): Plugin {
  return {
    name: 'parley:boot-script',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: await bundle() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response, next) => {
        const send = (script: string) => response.setHeader('Content-Type', 'text/javascript').end(script);
        bundle().then(send, next);
      });
    },
  };
}

function bundle(): Promise<string> {
  return bundleScript(SOURCE, {}, [withoutNames()]);
}

/** Leaves the names of pages out of the route table: the script only decides which page to load. */
function withoutNames(): Plugin {
  return {
    name: 'parley:without-names',
    enforce: 'pre',
    transform: {
      filter: { id: PAGE_ROWS },
      handler: (code) => ({ code: code.replaceAll(NAMES, "$1: ''"), map: null }),
    },
  };
}
