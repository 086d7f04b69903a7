import { PREVIEW_HEADERS, PREVIEW_PAGE, PREVIEW_PATH } from '@parley/core/preview-page';
import type { Plugin } from 'vite';

/** Adds the page of previews, for hosts of files and for development. Parley's server has it without a file. */
export function previewPage(): Plugin {
  return {
    name: 'parley:preview-page',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: PREVIEW_PATH.slice(1), source: PREVIEW_PAGE });
    },
    configureServer({ middlewares }) {
      middlewares.use(PREVIEW_PATH, (_request, response) => {
        response.setHeaders(new Map(Object.entries(PREVIEW_HEADERS))).end(PREVIEW_PAGE);
      });
    },
  };
}
