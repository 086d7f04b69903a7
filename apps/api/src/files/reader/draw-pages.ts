import { readFileSync } from 'node:fs';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Drawn } from './draw-picture.ts';

/** Pixels of a drawn page; models scale larger pictures down. Enough to read the small print of A4. */
const PAGE_PIXELS = 1_800_000;
/** Pixels of the longer side, for pages such as receipts. */
const PAGE_SIDE = 2048;

/**
 * Draws the first pages of a PDF on white and yields them in order. The library is WebAssembly: it runs no scripts, and
 * can load neither files nor addresses.
 */
export async function* drawPages(bytes: Uint8Array, maxPages: number): AsyncGenerator<Drawn> {
  const wasm = readFileSync(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer });
  const document = await library.loadDocument(bytes);
  const count = Math.min(document.getPageCount(), maxPages);
  for (let index = 0; index < count; index++) {
    const page = document.getPage(index);
    const size = page.getOriginalSize();
    const { data, ...drawn } = await page.render({ render: 'bitmap', scale: 1, ...drawnSize(size) });
    yield { pixels: data, width: drawn.width, height: drawn.height, channels: 4, isPhoto: true };
  }
}

function drawnSize({ originalWidth, originalHeight }: { originalWidth: number; originalHeight: number }) {
  const scale = Math.min(
    Math.sqrt(PAGE_PIXELS / (originalWidth * originalHeight)),
    PAGE_SIDE / Math.max(originalWidth, originalHeight),
  );
  const pixels = (length: number) => Math.max(1, Math.round(length * scale) || 1);
  return { width: pixels(originalWidth), height: pixels(originalHeight) };
}
