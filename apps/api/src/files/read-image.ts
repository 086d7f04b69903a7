import sharp, { type Sharp } from 'sharp';
import { AppError, MAX_PIXELS } from '@parley/core';

export interface ReadImage {
  kind: 'image';
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Uint8Array;
  /** Pixels, as it is seen: after turning and shrinking. */
  width: number;
  height: number;
}

/** Pixels of the long side: models look at no more. */
const MAX_SIDE = 2048;
const MAX_SECONDS = 5;

// One thread a picture: the threads that are left serve everyone else. No upload is read twice.
sharp.concurrency(1);
sharp.cache(false);
// Of all that the library can read, only this may be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});

/**
 * Decodes a picture and encodes it anew, turned upright and at most 2048 pixels long, so that nothing but its pixels is
 * kept: no place, no camera, nothing hidden behind them. The first frame of a GIF becomes a PNG; the rest keep their type.
 */
export async function readImage(bytes: Uint8Array): Promise<ReadImage> {
  const { width, height } = await pictureSize(bytes).catch(refuse);
  if (width * height > MAX_PIXELS) {
    throw new AppError('too-large', { message: `A picture may have at most ${MAX_PIXELS / 1_000_000} megapixels.` });
  }
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: MAX_SECONDS });
  return encode(upright).catch(refuse);
}

async function encode(picture: Sharp): Promise<ReadImage> {
  const { format } = await picture.metadata();
  const kept = format === 'jpeg' || format === 'webp' ? format : 'png';
  const { data, info } = await picture
    .toFormat(kept, kept === 'png' ? {} : { quality: 90 })
    .toBuffer({ resolveWithObject: true });
  return { kind: 'image', type: `image/${kept}`, bytes: data, width: info.width, height: info.height };
}

/** Pixels, as the header of a picture has them; throws when it has none. Nothing is decoded. */
export async function pictureSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { width, height };
}

function refuse(cause: unknown): never {
  const isTimeout = cause instanceof Error && cause.message.includes('timeout');
  throw isTimeout
    ? new AppError('too-large', { message: 'This picture is too complex to read.', cause })
    : new AppError('unsupported-type', { message: 'This picture could not be read.', cause });
}
