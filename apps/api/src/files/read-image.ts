import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError, MAX_PIXELS, t } from '@parley/core';
import type { Drawn } from './reader/draw-picture.ts';

export interface ReadImage {
  kind: 'image';
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Uint8Array;
  /** Pixels after rotating and shrinking. */
  width: number;
  height: number;
}

/** Pixels of the longer side; models use no more. */
const MAX_SIDE = 2048;
const MAX_SECONDS = 5;
/** Pixels of an AVIF, which is decoded whole, with about 20 bytes of memory a pixel, and cannot be interrupted. */
const MAX_AVIF_PIXELS = 16_000_000;

// One thread per picture leaves the others free for other users. Caching is off, because no upload is read twice.
sharp.concurrency(1);
sharp.cache(false);
// Allow only these of the library's many decoders.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  // Heif is AVIF: the library has no decoder for HEIC.
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});

/**
 * Decodes a picture, or takes its pixels, and re-encodes it, rotated upright and at most 2048 pixels long. This strips
 * everything except the pixels: location, camera data and appended bytes. The first frame of a GIF becomes a PNG, an AVIF
 * becomes a JPEG, or a PNG if it has transparency; other types are preserved.
 */
export async function readImage(picture: Uint8Array | Drawn): Promise<ReadImage> {
  const header = 'pixels' in picture ? { ...picture, format: 'raw' } : await readHeader(picture).catch(refuse);
  const { width, height, format } = header;
  const most = format === 'heif' ? MAX_AVIF_PIXELS : MAX_PIXELS;
  if (width * height > most) {
    throw new AppError('too-large', { message: t`Images can be up to ${most / 1_000_000} megapixels.` });
  }
  return reencode(picture).catch(refuse);
}

async function reencode(picture: Uint8Array | Drawn): Promise<ReadImage> {
  const limits = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' } as const;
  const source = 'pixels' in picture ? sharp(picture.pixels, { ...limits, raw: picture }) : sharp(picture, limits);
  const upright = source
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: MAX_SECONDS });
  if ('pixels' in picture && picture.isPhoto) return encode(upright.flatten({ background: 'white' }), 'jpeg');
  return encodeLikeSource(upright);
}

async function encodeLikeSource(picture: Sharp): Promise<ReadImage> {
  const { format, hasAlpha } = await picture.metadata();
  if (format === 'heif') return encode(picture, hasAlpha ? 'png' : 'jpeg');
  return encode(picture, format === 'jpeg' || format === 'webp' ? format : 'png');
}

async function encode(picture: Sharp, format: 'png' | 'jpeg' | 'webp'): Promise<ReadImage> {
  const { data, info } = await picture
    .toFormat(format, format === 'png' ? {} : { quality: 90 })
    .toBuffer({ resolveWithObject: true });
  return { kind: 'image', type: `image/${format}`, bytes: data, width: info.width, height: info.height };
}

/** Dimensions in pixels from the picture's header, without decoding; throws if there is none. */
export async function pictureSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height } = await readHeader(bytes);
  return { width, height };
}

function readHeader(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, { limitInputPixels: false }).metadata();
}

function refuse(cause: unknown): never {
  const isTimeout = cause instanceof Error && cause.message.includes('timeout');
  throw isTimeout
    ? new AppError('too-large', { message: t`This image is too complex to read.`, cause })
    : new AppError('unsupported-type', { message: t`We couldn’t read this image.`, cause });
}
