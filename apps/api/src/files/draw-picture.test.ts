import { createServer } from 'node:http';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { encode } from 'fast-bmp';
import { expect, it, onTestFinished } from 'vitest';
import { aCaller } from '../testing/a-caller.ts';
import { testWork } from '../testing/test-work.ts';
import { readUpload } from './read-upload.ts';
import { HEIC, makePicture, nestedSvg, SVG } from './testing/make-pictures.ts';

/** Timeout for tests that draw for seconds of processor time. */
const PATIENCE_MS = 60_000;

const work = testWork();
const read = (bytes: Uint8Array, declaredType = '') => readUpload({ declaredType, bytes }, work, aCaller());

async function readPicture(bytes: Uint8Array, declaredType = '') {
  const picture = await read(bytes, declaredType);
  if (picture.kind !== 'image') throw new Error(`read as ${picture.kind}`);
  const { data, info } = await sharp(picture.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  return { ...picture, pixel };
}

const svg = (content: string, size = 'width="100" height="50"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);
const ENTITIES = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
  '',
);
const WHITE = [255, 255, 255];

it('stores an SVG as a PNG of 2048 pixels on white', async () => {
  const picture = await readPicture(SVG);
  expect(picture).toMatchObject({ type: 'image/png', width: 2048, height: 2048 });
  expect(picture.pixel(1000, 1000)).toEqual([0, 0, 128]);
  expect((await readPicture(svg(''))).pixel(5, 5)).toEqual(WHITE);
});

it('draws the words of an SVG', async () => {
  const { pixel, width, height } = await readPicture(svg('<text x="0" y="45" font-size="60">Mii</text>'));
  const row = Array.from({ length: width }, (_, x) => pixel(x, Math.floor(height * 0.7)));
  expect(row.filter(([red = 255]) => red < 100).length).toBeGreaterThan(50);
});

it.each([
  ['the namespace of SVG', '<svg width="100" height="50"><rect width="100" height="50" fill="navy"/></svg>'],
  [
    'the namespace of its links',
    '<!-- a square --><svg xmlns = "http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><rect id="r" width="9" height="9" fill="navy"/></defs><use xlink:href="#r"/></svg>',
  ],
])('draws an SVG copied from a page, without %s', async (_what, source) => {
  expect((await readPicture(Buffer.from(source))).pixel(1000, 500)).toEqual([0, 0, 128]);
});

it('loads nothing that an SVG names, neither files nor addresses', async () => {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(req.url ?? '');
    res.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const file = join(mkdtempSync(join(tmpdir(), 'svg-')), 'secret.png');
  writeFileSync(file, await makePicture('png'));
  for (const href of [`http://127.0.0.1:${port}/a.png`, file, pathToFileURL(file).href]) {
    const { pixel } = await readPicture(svg(`<image href="${href}" width="100" height="50"/>`));
    expect(pixel(1000, 500)).toEqual(WHITE);
  }
  expect(asked).toEqual([]);
});

it('aborts an SVG that draws a billion squares', { timeout: PATIENCE_MS }, async () => {
  await expect(read(nestedSvg())).rejects.toMatchObject({
    code: 'too-large',
    message: 'This image is too complex to read.',
  });
});

it.each([
  ['an SVG that is cut off', svg('<g>').subarray(0, -9)],
  ['an SVG without a size', svg('', 'width="0" height="0"')],
  [
    'an SVG with entities that grow',
    Buffer.from(
      `<!DOCTYPE svg [<!ENTITY l0 "lol">${ENTITIES}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&l9;</text></svg>`,
    ),
  ],
  [
    'a bitmap that is cut off',
    Buffer.from(
      encode({ width: 9, height: 9, channels: 3, bitsPerPixel: 24, components: 3, data: new Uint8Array(243) }),
    ).subarray(0, 100),
  ],
])('rejects %s', async (_what, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({
    code: 'unsupported-type',
    message: 'We couldn’t read this image.',
  });
});

it('reads an SVG as text when it is only quoted in a page', async () => {
  expect(await read(Buffer.from('<p>Look: <svg></svg></p>'))).toMatchObject({ kind: 'text' });
});

it.each([
  ['UTF-16', Buffer.from(`\ufeff${SVG.toString()}`, 'utf16le')],
  [
    'Latin-1',
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${svg('<title>Grün</title>').toString()}`, 'latin1'),
  ],
])('draws an SVG in %s', async (_encoding, bytes) => {
  expect(await readPicture(bytes, 'image/svg+xml')).toMatchObject({ type: 'image/png', width: 2048 });
  expect(await readPicture(bytes)).toMatchObject({ type: 'image/png', width: 2048 });
});

it('rejects words that are declared as an SVG', async () => {
  await expect(read(Buffer.from('Hello'), 'image/svg+xml')).rejects.toMatchObject({
    message: 'This file claims to be an image, but its contents are something else.',
  });
});

it('stores a bitmap as a PNG', async () => {
  const data = new Uint8Array(20 * 10 * 3).map((_, index) => (index % 3 === 0 ? 200 : 10));
  const bytes = encode({ width: 20, height: 10, channels: 3, bitsPerPixel: 24, components: 3, data });
  const picture = await readPicture(bytes);
  expect(picture).toMatchObject({ type: 'image/png', width: 20, height: 10 });
  expect(picture.pixel(3, 3)).toEqual([200, 10, 10]);
});

it('rejects a bitmap that claims a billion pixels', async () => {
  const bomb = Buffer.from(
    encode({ width: 9, height: 9, channels: 3, bitsPerPixel: 24, components: 3, data: new Uint8Array(243) }),
  );
  bomb.writeInt32LE(2 ** 30, 18);
  await expect(read(bomb)).rejects.toMatchObject({ code: 'too-large', message: 'This image is too complex to read.' });
});

it('stores a HEIC photo upright as a JPEG', async () => {
  for (const declaredType of ['image/heic', '', 'image/jpeg']) {
    const picture = await readPicture(HEIC, declaredType);
    expect(picture).toMatchObject({ type: 'image/jpeg', width: 120, height: 80 });
    expect(picture.pixel(20, 40).map((value) => Math.round(value / 64))).toEqual([0, 0, 2]);
    expect(picture.pixel(100, 40).map((value) => Math.round(value / 64))).toEqual([4, 3, 0]);
  }
});

/** The HEIC photo with another size in its header. */
function claiming(width: number, height: number): Buffer {
  const bytes = Buffer.from(HEIC);
  const at = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(width, at);
  bytes.writeUInt32BE(height, at + 4);
  return bytes;
}

it.each([
  ['that is cut off', () => HEIC.subarray(0, 500), 'unsupported-type', 'We couldn’t read this image.'],
  ['of nothing but its header', () => HEIC.subarray(0, 40), 'unsupported-type', 'We couldn’t read this image.'],
  ['that claims 64 megapixels', () => claiming(8000, 8000), 'too-large', 'This image is too complex to read.'],
])('rejects a HEIC photo %s', async (_what, make, code, message) => {
  await expect(read(make())).rejects.toMatchObject({ code, message });
});
