import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ATTACHMENT_LIMITS, EMPTY_FILE, tooLarge, unsupportedType } from '@parley/core';
import { aCaller } from '../testing/a-caller.ts';
import { testWork } from '../testing/test-work.ts';
import { readUpload } from './read-upload.ts';
import { makePdf } from './testing/make-pdf.ts';
import { makeBlackPng, makePicture, SVG } from './testing/make-pictures.ts';

const work = testWork();
const read = (declaredType: string, bytes: Uint8Array) => readUpload({ declaredType, bytes }, work, aCaller());

async function readPicture(type: string, bytes: Uint8Array) {
  const picture = await read(type, bytes);
  if (picture.kind !== 'image') throw new Error(`read as ${picture.kind}`);
  return { ...picture, metadata: await sharp(picture.bytes).metadata() };
}

async function readAsText(bytes: Uint8Array) {
  const text = await read('text/plain', bytes);
  if (text.kind !== 'text') throw new Error(`read as ${text.kind}`);
  return text;
}

describe('an uploaded picture', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['gif', 'image/png'],
  ] as const)('stores a picture in %s as %s, without metadata', async (format, type) => {
    const picture = await readPicture(`image/${format}`, await makePicture(format));
    expect(picture).toMatchObject({ type, width: 60, height: 40 });
    expect(picture.metadata).toMatchObject({ format: type.slice('image/'.length), width: 60, height: 40 });
    expect(picture.metadata.exif).toBeUndefined();
    expect(picture.metadata.orientation).toBeUndefined();
  });

  it('rotates a picture upright', async () => {
    const picture = await readPicture('image/jpeg', await makePicture('jpeg', { orientation: 6 }));
    expect(picture).toMatchObject({ width: 40, height: 60 });
  });

  it('shrinks a picture to 2048 pixels', async () => {
    const picture = await readPicture('image/png', makeBlackPng(5000, 2500));
    expect(picture).toMatchObject({ width: 2048, height: 1024 });
  });

  it('rejects a picture of 100 megapixels before decoding it', async () => {
    const bomb = makeBlackPng(10_000, 10_000);
    expect(bomb.length).toBeLessThan(100_000);
    const start = performance.now();
    await expect(read('image/png', bomb)).rejects.toMatchObject({
      code: 'too-large',
      message: 'Images can be up to 40 megapixels.',
    });
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('rejects a truncated picture in %s', async (format) => {
    const whole = await sharp(randomBytes(90_000), { raw: { width: 200, height: 150, channels: 3 } })
      .toFormat(format)
      .toBuffer();
    await expect(read(`image/${format}`, whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'unsupported-type',
      message: 'We couldn’t read this image.',
    });
  });

  it('keeps no data hidden behind a picture’s pixels', async () => {
    const hidden = Buffer.from('<script>alert(1)</script>');
    const polyglot = Buffer.concat([await makePicture('png'), hidden, makePdf()]);
    const { bytes } = await readPicture('image/png', polyglot);
    expect(Buffer.from(bytes).includes('script')).toBe(false);
    expect(Buffer.from(bytes).includes('%PDF')).toBe(false);
  });
});

describe('an uploaded text', () => {
  it.each([
    ['UTF-8', Buffer.from('Grüße, 你好 👋\n')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGrüße, 你好 👋\n')],
    ['UTF-16, little-endian', Buffer.from('\ufeffGrüße, 你好 👋\n', 'utf16le')],
    ['UTF-16, big-endian', Buffer.from('\ufeffGrüße, 你好 👋\n', 'utf16le').swap16()],
  ])('stores a text in %s as UTF-8', async (_encoding, bytes) => {
    const { text, bytes: kept } = await readAsText(bytes);
    expect(text).toBe('Grüße, 你好 👋\n');
    expect(Buffer.from(kept).toString()).toBe(text);
  });

  it.each([
    'BMW, MZ and GIF files',
    'PK\u0003\u0004 is how a zip begins',
    '<?xml version="1.0"?><a/>',
    '%! is PostScript',
  ])('accepts a text that begins like another format: %s', async (text) =>
    expect((await readAsText(Buffer.from(text))).text).toBe(text),
  );

  it.each([
    ['a NUL character', Buffer.from('one\0two')],
    ['Latin-1', Buffer.from('Grüße', 'latin1')],
    ['half of a UTF-16 character', Buffer.concat([Buffer.from('\ufeffab', 'utf16le'), Buffer.from([0x41])])],
  ])('rejects a text with %s', async (_what, bytes) => {
    await expect(read('text/plain', bytes)).rejects.toMatchObject({
      code: 'unsupported-type',
      message: 'We couldn’t read this text file. Save it as UTF-8 and attach it again.',
    });
  });
});

describe('an uploaded file', () => {
  it.each(['image/png', 'text/plain', 'application/pdf'])('rejects an empty file of the type %s', async (type) => {
    await expect(read(type, new Uint8Array())).rejects.toMatchObject({ code: 'invalid-request', message: EMPTY_FILE });
  });

  it('rejects a text without visible characters', async () => {
    await expect(read('text/plain', Buffer.from('\ufeff \n'))).rejects.toMatchObject({ message: EMPTY_FILE });
  });

  it.each([
    ['image/png', 'image'],
    ['text/plain', 'text'],
    ['application/pdf', 'pdf'],
  ] as const)('names the limit when a file of the type %s exceeds it', async (type, kind) => {
    for (const size of [ATTACHMENT_LIMITS[kind] + 1, 25 * 1024 * 1024]) {
      await expect(read(type, Buffer.alloc(size, 'a'))).rejects.toMatchObject({
        code: 'too-large',
        message: tooLarge(kind),
      });
    }
  });

  it.each(['image/svg+xml', 'application/zip', 'text/html', ''])('rejects a file of the type %j', async (type) => {
    await expect(read(type, SVG)).rejects.toMatchObject({ code: 'unsupported-type', message: unsupportedType(type) });
  });

  it.each([
    ['image/png', 'a PNG image', 'a JPEG', () => makePicture('jpeg')],
    ['image/jpeg', 'a JPEG image', 'a PNG', () => makePicture('png')],
    ['image/webp', 'a WebP image', 'a GIF', () => makePicture('gif')],
    ['image/gif', 'a GIF image', 'a PDF', () => makePdf()],
    ['image/png', 'a PNG image', 'an SVG', () => SVG],
    ['image/png', 'a PNG image', 'words', () => Buffer.from('no image')],
    ['application/pdf', 'a PDF', 'a PNG', () => makePicture('png')],
    [
      'application/pdf',
      'a PDF',
      'a PNG with a PDF behind it',
      async () => Buffer.concat([await makePicture('png'), makePdf()]),
    ],
    ['application/pdf', 'a PDF', 'words', () => Buffer.from('no document')],
    ['text/plain', 'a text file', 'a PDF', () => makePdf()],
    ['text/plain', 'a text file', 'a PNG', () => makePicture('png')],
  ])('requires a file of the type %s to be %s, and rejects %s', async (type, name, _is, make) => {
    await expect(read(type, await make())).rejects.toMatchObject({
      code: 'unsupported-type',
      message: `This file claims to be ${name}, but its contents are something else.`,
    });
  });
});
