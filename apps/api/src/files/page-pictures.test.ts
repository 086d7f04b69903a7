import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { testWork } from '../testing/test-work.ts';
import { PagePictures } from './page-pictures.ts';
import { ENCRYPTED, makePdf, makeScan } from './testing/make-pdf.ts';
import { makePicture } from './testing/make-pictures.ts';

/** Timeout for tests that draw for seconds of processor time. */
const PATIENCE_MS = 60_000;
const NAVY = [0, 0, 128];
const ORANGE = [255, 165, 0];

let files = 0;
const draw = (pdf: Uint8Array, pictures = new PagePictures(testWork())) => pictures.of(`file ${files++}`, pdf, 'mira');

/** The color at a place of a picture, given as shares of its width and height. */
async function colorAt(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
  return [...data.subarray(at, at + 3)];
}

const near = (color: number[]) => color.map((value) => expect.closeTo(value, -1) as number);

it('draws each page upright on white, with the size of a page that models read', async () => {
  const pages = await draw(makeScan([await makePicture('jpeg'), await makePicture('jpeg')]));
  expect(pages.map(({ type, width, height }) => ({ type, width, height }))).toEqual(
    Array(2).fill({ type: 'image/jpeg', width: 1162, height: 1549 }),
  );
  const [{ bytes } = { bytes: Buffer.alloc(0) }] = pages;
  expect(await colorAt(bytes, 0.25, 0.5)).toEqual(near(NAVY));
  expect(await colorAt(bytes, 0.75, 0.5)).toEqual(near(ORANGE));
  const [turned = { bytes: Buffer.alloc(0), width: 0, height: 0 }] = await draw(
    makeScan([await makePicture('jpeg')], '', 90),
  );
  expect(turned.width).toBeGreaterThan(turned.height);
  expect(await colorAt(turned.bytes, 0.5, 0.25)).toEqual(near(NAVY));
  const [blank = { bytes: Buffer.alloc(0) }] = await draw(makePdf({ content: Buffer.from(' ') }));
  expect(await colorAt(blank.bytes, 0.5, 0.5)).toEqual([255, 255, 255]);
});

it('draws at most ten pages, once for several questions at a time', async () => {
  const scan = makeScan(Array(12).fill(await makePicture('jpeg')));
  const pictures = new PagePictures(testWork());
  const [first, second] = await Promise.all([pictures.of('a', scan, 'mira'), pictures.of('a', scan, 'mira')]);
  expect(first).toHaveLength(10);
  expect(second).toBe(first);
  expect(await pictures.of('a', scan, 'mira')).toBe(first);
});

it.each([
  ['with a password', () => makePdf({ trailer: ENCRYPTED }), 'We couldn’t draw the pages of this PDF.'],
  ['without pages', () => makeScan([]), 'We couldn’t draw the pages of this PDF.'],
  ['that is none', () => Buffer.from('%PDF-1.7 and nothing else'), 'We couldn’t draw the pages of this PDF.'],
])('rejects a PDF %s', async (_what, make, message) => {
  await expect(draw(make())).rejects.toMatchObject({ code: 'unsupported-type', message });
});

it(
  'aborts a page that is too slow to draw, and draws the file again when asked again',
  { timeout: PATIENCE_MS },
  async () => {
    const content = Buffer.from('0 0 600 800 re 300 400 100 0 360 re W n q '.repeat(2_000_000));
    expect(deflateSync(content).length).toBeLessThan(1_000_000);
    const pictures = new PagePictures(testWork());
    const slow = makePdf({ content });
    const rejected = { code: 'too-large', message: 'The pages of this PDF are too complex to draw.' };
    await expect(pictures.of('a', slow, 'mira')).rejects.toMatchObject(rejected);
    expect(await pictures.of('a', makePdf(), 'mira')).toHaveLength(1);
  },
);
