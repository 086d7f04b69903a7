import { inflateSync } from 'node:zlib';

/** The raw samples of a PNG: eight bits each, row by row. */
export interface PngSamples {
  width: number;
  height: number;
  /** 1 for gray or a palette, 2 for gray with alpha, 3 for RGB, 4 for RGB with alpha. */
  channels: number;
  samples: Uint8Array;
  /** Three bytes per color; null if the samples are not palette indexes. */
  palette: Uint8Array | null;
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const WITH_PALETTE = 3;

/**
 * Reads PNGs with eight bits per sample and without interlacing, which are most; null for others. Throws for a broken
 * file. Never inflates more bytes than the size in the header requires.
 */
export function readPng(bytes: Uint8Array): PngSamples | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const colorType = view.getUint8(25);
  const channels = CHANNELS[colorType];
  const isInterlaced = view.getUint8(28) !== 0;
  if (view.getUint8(24) !== 8 || isInterlaced || channels === undefined) return null;
  const parts: Uint8Array[] = [];
  let palette: Uint8Array | null = null;
  for (let at = 8; at + 8 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') parts.push(content);
    else if (type === 'PLTE' && colorType === WITH_PALETTE) palette = content;
    else if (type === 'IEND') break;
    at += length + 12;
  }
  const stride = width * channels;
  const rows = inflateSync(Buffer.concat(parts), { maxOutputLength: (stride + 1) * height });
  if (rows.length < (stride + 1) * height) return null;
  return { width, height, channels, samples: unfiltered(rows, stride, height, channels), palette };
}

/** Reverses the filter of each row. A row begins with its filter number. */
function unfiltered(rows: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const samples = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)] ?? 0;
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? (samples[to + x - channels] ?? 0) : 0;
      const above = y > 0 ? (samples[to + x - stride] ?? 0) : 0;
      const corner = y > 0 && x >= channels ? (samples[to + x - stride - channels] ?? 0) : 0;
      samples[to + x] = (rows[from + x] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return samples;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      // Paeth: the neighbor nearest to left + above - corner.
      const toLeft = Math.abs(above - corner);
      const toAbove = Math.abs(left - corner);
      const toCorner = Math.abs(left + above - 2 * corner);
      if (toLeft <= toAbove && toLeft <= toCorner) return left;
      return toAbove <= toCorner ? above : corner;
    }
    default:
      return 0;
  }
}
