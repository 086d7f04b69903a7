import { imageSize } from 'image-size';

/** Format and size, read from the first bytes of a picture. */
export interface PictureKind {
  type: PictureType;
  width: number;
  height: number;
}

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

const TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' } as const;

/** Null if the bytes are not a picture in a format that models read. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  try {
    const { type, width, height } = imageSize(bytes);
    const known = Object.entries(TYPES).find(([name]) => name === type)?.[1];
    return known ? { type: known, width, height } : null;
  } catch {
    return null;
  }
}
