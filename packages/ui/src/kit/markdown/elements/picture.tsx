import type { ReactNode } from 'react';
import { BlockedImage } from './blocked-image.tsx';
import { isOwnFile } from '../parse/safe-url.ts';

interface PictureProps {
  src: string | undefined;
  alt: string | undefined;
  /** Whether this place may contain a link to the picture. */
  linked: boolean;
}

/** An image in a reply: shown only if it is one of our files. */
export function Picture({ src = '', alt = '', linked }: PictureProps): ReactNode {
  if (isOwnFile(src)) return <img className="picture" src={src} alt={alt} loading="lazy" decoding="async" />;
  return <BlockedImage src={src} alt={alt} linked={linked} />;
}
