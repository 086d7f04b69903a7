import { encode, type ImageData } from 'fast-png';
import { expect, test } from 'vitest';
import { meanColor } from './pixels.ts';

const png = (channels: number, samples: number[], more: Partial<ImageData> = {}) =>
  encode({ width: samples.length / channels, height: 1, channels, depth: 8, data: new Uint8Array(samples), ...more });

const PALETTE = [
  [9, 8, 7],
  [1, 2, 3],
];

test.each([
  ['RGB', png(3, [0, 0, 0, 32, 64, 128]), '#102040'],
  ['grayscale', png(1, [0, 32]), '#101010'],
  ['indexed', png(1, [0, 1], { palette: PALETTE }), '#050505'],
  [
    '16-bit',
    encode({ width: 1, height: 1, channels: 3, depth: 16, data: new Uint16Array([0x2000, 0x4000, 0x6000]) }),
    '#204060',
  ],
])('the mean color of a picture with %s samples is exact', (_, bytes, color) => {
  expect(meanColor(bytes)).toBe(color);
});

test('the mean color of a transparent picture is the one that it has on white', () => {
  expect(meanColor(png(4, [32, 64, 96, 255, 0, 0, 0, 0]))).toBe('#90a0b0');
  expect(meanColor(png(4, [0, 0, 0, 51]))).toBe('#cccccc');
});

test('a picture that is broken, too large or no picture has no mean color', () => {
  const good = Buffer.from(png(3, [1, 2, 3]));
  expect(meanColor(good.subarray(0, 40))).toBeNull();
  const large = Buffer.from(good);
  large.writeUInt32BE(100_000, 16);
  large.writeUInt32BE(100_000, 20);
  expect(meanColor(large)).toBeNull();
  expect(meanColor(Buffer.from('GIF89a'))).toBeNull();
});
