import { deflateSync } from 'node:zlib';
import { encode, type ImageData } from 'fast-png';
import { expect, test } from 'vitest';
import { Canvas, color } from './canvas.ts';
import { pixelsOf } from './pixels.ts';
import { pngOf } from './png.ts';
import { disc, rectangle } from './shapes.ts';

const pixels = (png: ImageData) => [...(pixelsOf(encode(png))?.data ?? [])];

const row = (channels: number, ...samples: number[]): ImageData => ({
  width: samples.length / channels,
  height: 1,
  channels,
  depth: 8,
  data: new Uint8Array(samples),
});

test('the reader supports every color type', () => {
  expect(pixels(row(3, 1, 2, 3, 4, 5, 6))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(pixels(row(1, 7, 8))).toEqual([7, 7, 7, 8, 8, 8]);
  expect(pixels(row(4, 1, 2, 3, 255, 1, 2, 3, 0))).toEqual([1, 2, 3, 255, 255, 255]);
  expect(pixels(row(2, 55, 255, 55, 0))).toEqual([55, 55, 55, 255, 255, 255]);
  const palette = [
    [9, 8, 7],
    [1, 2, 3],
  ];
  expect(pixels({ ...row(1, 1, 0), palette })).toEqual([1, 2, 3, 9, 8, 7]);
});

test('a written PNG reads back as the same pixels', async () => {
  const canvas = new Canvas(50, 30);
  canvas.paint(rectangle(0, 0, 50, 30), color('#e9c98a'));
  canvas.paint(disc(25, 15, 10), color('#17508f'), 0.5);
  expect(pixelsOf(await pngOf(canvas))).toEqual({ width: 50, height: 30, data: canvas.data });
});

test('the reader reverses every row filter', () => {
  // Three bytes per pixel, two pixels per row; each row is its filter number and the filtered bytes.
  const rows = [
    [0, 10, 20, 30, 40, 50, 60],
    [1, 10, 20, 30, 30, 30, 30],
    [2, 0, 0, 0, 1, 1, 1],
    [3, 5, 10, 15, 15, 15, 15],
    [4, 0, 0, 0, 2, 2, 2],
  ];
  const png = withRows(2, 5, rows.flat());
  expect([...pixelsOf(png)!.data]).toEqual(
    [
      [10, 20, 30, 40, 50, 60],
      [10, 20, 30, 40, 50, 60],
      [10, 20, 30, 41, 51, 61],
      [10, 20, 30, 40, 50, 60],
      [10, 20, 30, 42, 52, 62],
    ].flat(),
  );
});

test('a broken, very large or understated PNG has no pixels', () => {
  const good = encode(row(3, 1, 2, 3));
  expect(pixelsOf(good.subarray(0, 40))).toBeNull();
  expect(pixelsOf(withRows(2, 2, [0, 1, 2, 3]))).toBeNull();
  expect(
    pixelsOf(
      withRows(
        1,
        1,
        Array.from({ length: 1_000_000 }, () => 0),
      ),
    ),
  ).toBeNull();
  expect(pixelsOf(withRows(100_000, 100_000, [0]))).toBeNull();
  expect(pixelsOf(encode({ ...row(3, 1, 2, 3), depth: 16, data: new Uint16Array([1, 2, 3]) }))).toBeNull();
  expect(pixelsOf(Buffer.from('GIF89a'))).toBeNull();
});

/** An RGB PNG with these bytes deflated unchecked and without valid checksums. */
function withRows(width: number, height: number, rows: number[]): Buffer {
  const head = Buffer.from(encode(row(3, 1, 2, 3)).subarray(0, 33));
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  const packed = deflateSync(Buffer.from(rows));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(packed.length);
  return Buffer.concat([head, length, Buffer.from('IDAT'), packed, Buffer.alloc(4)]);
}
