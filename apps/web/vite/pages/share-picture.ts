import { fileURLToPath } from 'node:url';
import { SHARE_PICTURE } from '@parley/api/site-metadata';
import { renderAsync } from '@resvg/resvg-js';
import react from '@vitejs/plugin-react';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport, type Plugin } from 'vite';

const WORDMARK = new URL('kit/icons/wordmark.tsx', import.meta.resolve('@parley/ui'));
const INK = '#1e1c19';
const LINE = '#17508f';
const PAGE = '#fdfcfa';
/** Width of the wordmark in the picture, in pixels. */
const WIDTH = 616;

interface WordmarkModule {
  Wordmark: ComponentType<{ productName: string }>;
}

/** Draws the picture that previews of links show: the wordmark on the page's color. Its letters are outlines. */
export function sharePicture(): Plugin {
  return {
    name: 'parley:share-picture',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<WordmarkModule>(fileURLToPath(WORDMARK), {
        configFile: false,
        logLevel: 'error',
        plugins: [react()],
      });
      const { file, productName } = SHARE_PICTURE;
      const wordmark = renderToStaticMarkup(createElement(module.Wordmark, { productName }));
      const picture = await renderAsync(pictureAround(wordmark));
      this.emitFile({ type: 'asset', fileName: file, source: picture.asPng() });
    },
  };
}

function pictureAround(wordmark: string): string {
  const { width, height } = SHARE_PICTURE;
  const scale = WIDTH / 77;
  const inside = wordmark
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replaceAll('class="fill-line"', `fill="${LINE}"`)
    .replaceAll('currentColor', INK);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${PAGE}" />
    <g transform="translate(${(width - WIDTH) / 2} ${(height - 29 * scale) / 2}) scale(${scale})">${inside}</g>
  </svg>`;
}
