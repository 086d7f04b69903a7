import { t } from '@parley/core';
import type { ReactNode } from 'react';

interface BlockedImageProps {
  src: string;
  alt: string;
  /** False inside a link, since links cannot nest. */
  linked: boolean;
}

/** Replaces an image from another site: loading it would show that site who reads what. */
export function BlockedImage({ src, alt, linked }: BlockedImageProps): ReactNode {
  const host = hostOf(src);
  const words = host ? t`Image from ${host} blocked` : t`Image blocked`;
  return (
    <span className="blocked-image">
      {alt ? t`${words}: ${alt}` : words}
      {linked && host && (
        <>
          {' '}
          <a href={src} target="_blank" rel="noopener noreferrer nofollow">{t`Open image`}</a>
        </>
      )}
    </span>
  );
}

function hostOf(src: string): string {
  return /^https?:/i.test(src) && URL.canParse(src) ? new URL(src).host : '';
}
