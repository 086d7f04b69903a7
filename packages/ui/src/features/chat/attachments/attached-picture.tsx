import type { Attachment } from '@parley/core';
import { PictureButton } from '../../../kit/reply/picture-button.tsx';
import { usePicture } from './use-picture.ts';

/** Limits of a preview, in pixels. Without the second, a tall narrow picture would fill the page. */
const MAX_WIDTH = 200;
const MAX_HEIGHT = 320;

/** A picture attached to a message. It reserves its space while it loads. */
export function AttachedPicture({ picture }: { picture: Attachment }) {
  const { src, missing, onError } = usePicture(picture.url);
  if (missing !== null) {
    const what = missing === 'gone' ? 'is no longer available' : 'couldn’t be loaded';
    return (
      <p className="text-sm text-subtle">
        The image “{picture.name}” {what}.
      </p>
    );
  }
  return (
    <PictureButton
      src={src}
      alt={`Attached: ${picture.name}`}
      {...previewSize(picture)}
      loading="lazy"
      onError={onError}
      className="border border-hairline"
      pictureClassName="object-cover"
    />
  );
}

/** Preview size in whole pixels: never larger than the picture, and a square if its size is unknown. */
function previewSize({ width = MAX_WIDTH, height = MAX_WIDTH }: Attachment): { width: number; height: number } {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
