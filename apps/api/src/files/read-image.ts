import sharp, { type Sharp } from 'sharp';
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

// One thread per picture leaves the others free for other users. Caching is off, because no upload is read twice.
sharp.concurrency(1);
sharp.cache(false);
// Allow only these of the library's many decoders.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});

/**
 * Decodes a picture, or takes its pixels, and re-encodes it, rotated upright and at most 2048 pixels long. This strips
 * everything except the pixels: location, camera data and appended bytes. The first frame of a GIF becomes a PNG; other
 * types are preserved.
 */
export async function readImage(picture: Uint8Array | Drawn): Promise<ReadImage> {
  const { width, height } = 'pixels' in picture ? picture : await pictureSize(picture).catch(refuse);
  if (width * height > MAX_PIXELS) {
    throw new AppError('too-large', { message: t`Images can be up to ${MAX_PIXELS / 1_000_000} megapixels.` });
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
  const { format } = await picture.metadata();
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
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { width, height };
}

function refuse(cause: unknown): never {
  const isTimeout = cause instanceof Error && cause.message.includes('timeout');
  throw isTimeout
    ? new AppError('too-large', { message: t`This image is too complex to read.`, cause })
    : new AppError('unsupported-type', { message: t`We couldn’t read this image.`, cause });
}
