import { t } from '@parley/core';
import type { ReactNode } from 'react';

interface BlockedImageProps {
  src: string;
  alt: string;
  /** False inside a link, since links cannot nest. */
  linked: boolean;
}

/** Replaces an image from another site: loading it would tell that site who reads what. */
export function BlockedImage({ src, alt, linked }: BlockedImageProps): ReactNode {
  const host = hostOf(src);
  return (
    <span className="blocked-image">
      {t`Image`}
      {host && t` from ${host}`} {t`blocked`}
      {alt && `: ${alt}`}
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
