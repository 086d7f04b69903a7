import { t } from '@parley/core';
import { Suspense, useState, type ComponentProps } from 'react';
import { lazyPart } from '../lazy/lazy-part.tsx';

const Lightbox = lazyPart('lightbox', async () => (await import('../overlays/lightbox.tsx')).Lightbox);

interface PictureButtonProps extends ComponentProps<'img'> {
  src: string;
  alt: string;
  /** Of the button. */
  className?: string;
  pictureClassName: string;
}

/** A picture in a message that opens at full size. */
export function PictureButton({ src, alt, className = '', pictureClassName, ...props }: PictureButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        data-tooltip={t`View full size`}
        onClick={() => setOpen(true)}
        className={`block max-w-full cursor-zoom-in overflow-hidden rounded-lg bg-sunken ${className}`}
      >
        <img
          {...props}
          src={src}
          alt={alt}
          decoding="async"
          className={`block h-auto max-w-full ${pictureClassName}`}
        />
      </button>
      <Suspense>{isOpen && <Lightbox src={src} alt={alt} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
