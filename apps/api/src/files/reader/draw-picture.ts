import { readFileSync } from 'node:fs';
import { DocumentError } from './document-error.ts';

/** Rows of pixels from the top, with 1, 3 or 4 bytes each. */
export interface Drawn {
  pixels: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
  /** Stored as a JPEG, on white; otherwise as a PNG. */
  isPhoto?: true;
}

/** Pixels of the longer side of a drawing. */
const DRAWN_SIDE = 2048;
const MAX_BMP_PIXELS = 16_000_000;

/** The words of a drawing have these scripts; others are left blank. */
const FONTS = [
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'),
  import.meta.resolve('@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2'),
  import.meta.resolve('@fontsource-variable/inter/files/inter-greek-wght-normal.woff2'),
];

/**
 * Draws an SVG on white. The library is WebAssembly: it runs no scripts, and can load neither files nor addresses.
 */
export async function drawSvg(bytes: Uint8Array): Promise<Drawn> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  await initWasm(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
  const fontBuffers = FONTS.map((font) => readFileSync(new URL(font)));
  const source = addNamespaces(new TextDecoder().decode(bytes));
  const font = {
    fontBuffers,
    defaultFontFamily: 'Inter',
    sansSerifFamily: 'Inter',
    serifFamily: 'Inter',
    monospaceFamily: 'Inter',
  };
  try {
    const { width, height } = new Resvg(source);
    const mode = width >= height ? 'width' : 'height';
    const drawn = new Resvg(source, { font, background: 'white', fitTo: { mode, value: DRAWN_SIDE } }).render();
    return { pixels: drawn.pixels, width: drawn.width, height: drawn.height, channels: 4 };
  } catch (error) {
    // The library's limit of nodes is reached, or its memory or stack is used up.
    const isTooLarge = error instanceof Error && /limit|RuntimeError/.test(`${error.name} ${error.message}`);
    throw isTooLarge ? new DocumentError('too-large') : error;
  }
}

/** Declares the namespaces that a drawing copied from a page lacks. */
function addNamespaces(source: string): string {
  const xlink = source.includes('xlink:') && !/xmlns:xlink\s{0,9}=/.test(source);
  const missing = [
    /xmlns\s{0,9}=/.test(source) ? '' : ' xmlns="http://www.w3.org/2000/svg"',
    xlink ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '',
  ];
  return source.replace(/<svg(?=[\s>])/, `$&${missing.join('')}`);
}

/** Decodes a Windows bitmap. */
export async function decodeBmp(bytes: Uint8Array): Promise<Drawn> {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (Math.abs(header.getInt32(18, true) * header.getInt32(22, true)) > MAX_BMP_PIXELS)
    throw new DocumentError('too-large');
  const { decode } = await import('fast-bmp');
  const { data, width, height, channels, bitsPerPixel } = decode(bytes);
  if (!(data instanceof Uint8Array)) throw new Error('The bitmap has no pixels.');
  const pixels = data;
  // One bit a pixel comes as zeros and ones.
  if (bitsPerPixel === 1) for (const [index, value] of pixels.entries()) pixels[index] = value * 255;
  return { pixels, width, height, channels: channels === 4 ? 4 : channels === 3 ? 3 : 1 };
}
