import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><path fill="#0b6b57" d="M0 0h96v32H0z"/></svg>';

/** A folder of `BRAND` with a logo, to be changed by a test. */
export function brandFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-brand-'));
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  write('logo.svg', SVG);
  return {
    folder,
    write,
    writeBrand: (brand: object) => write('brand.json', JSON.stringify(brand, null, 2)),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A gray PNG of this size. */
export function png(width: number, height = width): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 0));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
