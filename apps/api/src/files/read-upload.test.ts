import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ATTACHMENT_LIMITS, EMPTY_FILE, tooLarge, unsupportedType } from '@parley/core';
import { aCaller } from '../testing/a-caller.ts';
import { testWork } from '../testing/test-work.ts';
import { readUpload } from './read-upload.ts';
import { makePdf } from './testing/make-pdf.ts';
import { makeArchive, makeWord, wordParagraph } from './testing/make-archive.ts';
import { makeBlackPng, makePicture } from './testing/make-pictures.ts';

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
    const start = process.cpuUsage();
    await expect(read('image/png', bomb)).rejects.toMatchObject({
      code: 'too-large',
      message: 'Images can be up to 40 megapixels.',
    });
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
  });

  it.each([
    [3, 'image/jpeg'],
    [4, 'image/png'],
  ] as const)('stores an AVIF of %i channels as %s, without metadata', async (channels, type) => {
    const avif = sharp({ create: { width: 60, height: 40, channels, background: '#0000' } }).avif();
    const picture = await readPicture('image/avif', await avif.withExif({ IFD0: { Make: 'A camera' } }).toBuffer());
    expect(picture).toMatchObject({ type, width: 60, height: 40, metadata: { hasAlpha: channels === 4 } });
    expect(picture.metadata.exif).toBeUndefined();
  });

  it('rejects an AVIF of more than 16 megapixels, and one that claims fewer, before decoding it', async () => {
    const square = { create: { width: 4100, height: 4100, channels: 3, background: 'navy' } } as const;
    const avif = await sharp(square).avif({ effort: 0 }).toBuffer();
    const claim = avif.indexOf('ispe') + 'ispe'.length + 4;
    const lie = Buffer.from(avif);
    lie.writeUInt32BE(100, claim);
    lie.writeUInt32BE(100, claim + 4);
    const start = process.cpuUsage();
    await expect(read('image/avif', avif)).rejects.toMatchObject({
      code: 'too-large',
      message: 'Images can be up to 16 megapixels.',
    });
    await expect(read('image/avif', lie)).rejects.toMatchObject({ message: 'We couldn’t read this image.' });
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(300);
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('rejects a truncated picture in %s', async (format) => {
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
    ['Latin-1', Buffer.from('Grüße, schöner Füller', 'latin1'), 'Grüße, schöner Füller'],
    ['Windows-1252 with its own quotes', Buffer.from([0x93, 0x61, 0x94]), '“a”'],
    ['UTF-16 without a byte order mark', Buffer.from('naïve, really', 'utf16le'), 'naïve, really'],
    ['big-endian UTF-16 without a byte order mark', Buffer.from('naïve, really', 'utf16le').swap16(), 'naïve, really'],
    [
      'UTF-8 cut off inside of a character',
      Buffer.from('Grüße, schöner Füller 👋').subarray(0, -1),
      /^Grüße, schöner Füller \ufffd$/,
    ],
    ['colors of a terminal', Buffer.from('\u001b[31merror\u001b[0m'), '\u001b[31merror\u001b[0m'],
  ])('reads a text in %s', async (_what, bytes, expected) => {
    const { text } = await readAsText(bytes);
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it.each([
    ['a NUL character', Buffer.from('one\0two')],
    ['half of a UTF-16 character', Buffer.concat([Buffer.from('\ufeffab', 'utf16le'), Buffer.from([0x41])])],
    ['random bytes', Buffer.from([0xc3, 0x28, 0x01, 0xff, 0x9d])],
  ])('rejects a text with %s', async (_what, bytes) => {
    await expect(read('text/plain', bytes)).rejects.toMatchObject({
      code: 'unsupported-type',
      message: 'We couldn’t read this text file. Save it as UTF-8 and attach it again.',
    });
  });

  it('stores a long log whole, and says where the text for the model ends', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const { bytes, text, isCut } = await readAsText(Buffer.from(line.repeat(20_000)));
    expect({ stored: bytes.length, isCut }).toEqual({ stored: 2_000_000, isCut: true });
    expect(text.endsWith('\n[Left out: everything after the first 1,000,000 of 2,000,000 characters.]')).toBe(true);
  });

  it.each(['', 'application/octet-stream', 'text/x-python', 'video/mp2t', 'application/vnd.ms-excel', 'text/html'])(
    'reads text of the declared type %j as text',
    async (type) => {
      expect(await read(type, Buffer.from('name;age\nMira;7\n'))).toMatchObject({ kind: 'text', type: 'text/plain' });
    },
  );
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
      const start = { image: makeBlackPng(9, 9), text: Buffer.from('a'), pdf: makePdf() }[kind];
      await expect(read(type, Buffer.concat([start, Buffer.alloc(size, 'a')]))).rejects.toMatchObject({
        code: 'too-large',
        message: tooLarge(kind),
      });
    }
  });

  it.each([
    ['an archive', 'application/zip', 'application/zip', () => makeArchive({ 'a.txt': 'words' })],
    ['an archive called a text', 'text/plain', 'application/zip', () => makeArchive({ 'a.txt': 'words' })],
    ['a video without a type', '', 'video/mp4', () => Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom')],
    ['unknown bytes without a type', '', '', () => Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
    [
      'unknown bytes of a type',
      'application/x-thing',
      'application/x-thing',
      () => Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]),
    ],
  ])('rejects %s with the product’s sentence', async (_what, declared, named, make) => {
    await expect(read(declared, make())).rejects.toMatchObject({
      code: 'unsupported-type',
      message: unsupportedType(named),
    });
  });

  it.each([
    ['a picture named like a text', 'text/markdown', 'image', () => makePicture('png')],
    ['a JPEG called a PNG', 'image/png', 'image', () => makePicture('jpeg')],
    ['a PDF called a GIF', 'image/gif', 'pdf', () => makePdf()],
    ['a PDF without a type', '', 'pdf', () => makePdf()],
    ['a Word document without a type', '', 'office', () => makeWord(wordParagraph('Hello'))],
    ['a Word document called an archive', 'application/zip', 'office', () => makeWord(wordParagraph('Hello'))],
    ['an RTF document called a text', 'text/plain', 'office', () => Buffer.from('{\\rtf1 Hello}')],
    [
      'a PNG with a PDF behind it, as a picture',
      'application/pdf',
      'image',
      async () => Buffer.concat([await makePicture('png'), makePdf()]),
    ],
  ])('recognizes %s by its bytes', async (_what, type, kind, make) => {
    expect(await read(type, await make())).toMatchObject({ kind });
  });

  it.each([
    [
      'an old or encrypted Office file',
      'application/msword',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
      /^This Office file has a password or an old format\. Save it /,
    ],
  ])('says what to do about %s', async (_what, type, bytes, message) => {
    await expect(read(type, bytes)).rejects.toMatchObject({
      code: 'unsupported-type',
      message: expect.stringMatching(message),
    });
  });

  it.each([
    [0, 4],
    [4, 0],
    [-2_147_483_648, 0],
  ])('refuses a bitmap of %i × %i pixels', async (width, height) => {
    const bitmap = Buffer.alloc(154);
    bitmap.write('BM');
    bitmap.writeUInt32LE(bitmap.length, 2);
    bitmap.writeUInt32LE(54, 10);
    bitmap.writeUInt32LE(40, 14);
    bitmap.writeInt32LE(width, 18);
    bitmap.writeInt32LE(height, 22);
    bitmap.writeUInt16LE(1, 26);
    bitmap.writeUInt16LE(24, 28);
    await expect(read('image/bmp', bitmap)).rejects.toMatchObject({ code: 'unsupported-type' });
  });

  it.each([
    ['image/png', 'a PNG image', 'words', () => Buffer.from('no image')],
    ['image/bmp', 'an image', 'words', () => Buffer.from('BMW and other cars')],
    ['image/png', 'a PNG image', 'unknown bytes', () => Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
    ['application/pdf', 'a PDF', 'words', () => Buffer.from('no document')],
  ])('requires a file of the type %s to be %s, and rejects %s', async (type, name, _is, make) => {
    await expect(read(type, make())).rejects.toMatchObject({
      code: 'unsupported-type',
      message: `This file claims to be ${name}, but its contents are something else.`,
    });
  });
});

it('refuses a form around a file instead of storing the form as a text', async () => {
  const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nWords\r\n--x--\r\n';
  await expect(read('multipart/form-data; boundary=x', Buffer.from(form))).rejects.toMatchObject({
    code: 'unsupported-type',
    message: expect.stringContaining('not a form'),
  });
});
