import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture in two colors, one in its left half, with a camera's EXIF data. */
export async function makePicture(
  format: 'png' | 'jpeg' | 'webp' | 'gif',
  { width = 60, height = 40, orientation = 1 } = {},
): Promise<Buffer> {
  const left = { create: { width: Math.ceil(width / 2), height, channels: 3, background: 'navy' } } as const;
  return sharp({ create: { width, height, channels: 3, background: 'orange' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

/** A black PNG with one bit per pixel: few bytes for any number of pixels. */
export function makeBlackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A drawing in navy of 9 × 9 that also holds a script, an address and words. */
export const SVG = Buffer.from(
  '<?xml version="1.0"?>\n<!-- A square -->\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9" fill="navy"/></svg>',
);

/** An SVG that draws ten to the power of nine squares. */
export function nestedSvg(): Buffer {
  const uses = Array.from(
    { length: 9 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><rect id="l0" width="1" height="1"/>${uses.join('')}</defs><use href="#l9"/></svg>`,
  );
}

/**
 * A HEIC photo of 120 × 80 as phones write it: stored lying, with a turn that shows it upright. Its left half is navy,
 * its right half orange. Encoded by libheif and x265, since no package of this repository encodes HEIC.
 */
export const HEIC = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAWBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAABhAABAAAAAAAAAQ8AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA4GlwcnAAAADAaXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCiB5ZbqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABQAAAAeAAAABBwaXhpAAAAAAMICAgAAAAJaXJvdAMAAAAYaXBtYQAAAAAAAAABAAEFgQIDBIUAAAEXbWRhdAAAAQsoAa8GOPCXvz7V/j2H///55F3of23xKrHl9lSy/Fw5s//N3eqv7kCqF8qf/axL4Ca/nnquvwXryDsA331/ls+dBQmRAfnjqWjonmxIc3/ojmwNavZtqWX7qUOp7FM1sqajwGiK4K5R1n9Mkfpw5X8ONzgdRMret5EKc+bUia5JJ5TKjkJNfLId5cn9YJgAqFuM7zV9XN4/Ztq23Xh/N2+1x6Iu8m31fO77u/odpAK8hGTmAOUJahXXZjEf3QnqONY049v668EdK+SyNkTdqzes0dkOVPsYfuH30or7zQ84edb6I2n1RMXXbmSNbqGDbUxBJEUiK1ZCYm/mJVUyMPXl3AAa2c++QAGsZsA=',
  'base64',
);
