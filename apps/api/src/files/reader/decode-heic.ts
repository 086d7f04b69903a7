import { readFileSync } from 'node:fs';
import { DocumentError } from './document-error.ts';
import type { Drawn } from './draw-picture.ts';

/** Pixels of the longer side beyond which a photo is halved, before it is sent to the server's process. */
const MAX_SIDE = 4096;
/** Larger photos would exceed the memory of this process. */
const MAX_HEIC_PIXELS = 30_000_000;

/** The part of the library that is used; its own types lack it. */
interface LibHeif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

interface HeifImage {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  /** Decodes the picture into `target`, as RGBA. */
  display(target: Pixels, onShown: (shown: Pixels | null) => void): void;
}

interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** Decodes the main picture of a HEIC file, upright. The library is WebAssembly: it can load nothing. */
export async function decodeHeic(bytes: Uint8Array): Promise<Drawn> {
  const { default: open } = (await import('libheif-js/libheif-wasm/libheif.js')) as unknown as {
    default(options: { wasmBinary: Uint8Array }): LibHeif;
  };
  const wasmBinary = readFileSync(new URL(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm')));
  const { HeifDecoder } = open({ wasmBinary });
  const images = new HeifDecoder().decode(bytes);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) throw new Error('The file has no picture.');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > MAX_HEIC_PIXELS) throw new DocumentError('too-large');
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  await new Promise<void>((resolve, reject) => {
    image.display(target, (shown) => (shown ? resolve() : reject(new Error('The picture is broken.'))));
  });
  const { data, ...size } = Math.max(width, height) > MAX_SIDE ? halve(target) : target;
  return { pixels: new Uint8Array(data.buffer), ...size, channels: 4, isPhoto: true };
}

/** Halves both sides; each pixel is the mean of four. */
function halve({ data, width, height }: Pixels): Pixels {
  const half = { width: width >> 1, height: height >> 1 };
  const means = new Uint8ClampedArray(half.width * half.height * 4);
  const row = width * 4;
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let from = 2 * y * row, end = from + half.width * 8; from < end; from += 8) {
      for (let at = from; at < from + 4; at++, to++) {
        means[to] = ((data[at] ?? 0) + (data[at + 4] ?? 0) + (data[at + row] ?? 0) + (data[at + row + 4] ?? 0)) >> 2;
      }
    }
  }
  return { data: means, ...half };
}
