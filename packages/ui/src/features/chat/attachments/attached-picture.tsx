import type { Attachment } from '@parley/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { usePicture } from './use-picture.ts';

const Lightbox = lazyPart('lightbox', async () => (await import('../../../kit/overlays/lightbox.tsx')).Lightbox);

/** Limits of a preview, in pixels. Without the second, a tall narrow picture would fill the page. */
const MAX_WIDTH = 200;
const MAX_HEIGHT = 320;

/** A picture attached to a message. It reserves its space while it loads. */
export function AttachedPicture({ picture }: { picture: Attachment }) {
  const [isOpen, setOpen] = useState(false);
  const { src, missing, onError } = usePicture(picture.url);
  const alt = `Attached: ${picture.name}`;
  const { width, height } = previewSize(picture);
  if (missing !== null) {
    const what = missing === 'gone' ? 'is no longer available' : 'couldn’t be loaded';
    return (
      <p className="text-sm text-subtle">
        The image “{picture.name}” {what}.
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        data-tooltip="View full size"
        onClick={() => setOpen(true)}
        className="block max-w-full cursor-zoom-in overflow-hidden rounded-lg border border-hairline bg-sunken"
      >
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          onError={onError}
          className="block h-auto max-w-full object-cover"
        />
      </button>
      <Suspense>{isOpen && <Lightbox src={src} alt={alt} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** Preview size in whole pixels: never larger than the picture, and a square if its size is unknown. */
function previewSize({ width = MAX_WIDTH, height = MAX_WIDTH }: Attachment): { width: number; height: number } {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
