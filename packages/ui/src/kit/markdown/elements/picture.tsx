import type { ReactNode } from 'react';
import { BlockedImage } from './blocked-image.tsx';
import { isOwnFile } from '../parse/safe-url.ts';

interface PictureProps {
  src: string | undefined;
  alt: string | undefined;
  /** Whether a link to the picture may stand here. */
  linked: boolean;
}

/** A picture of a reply: shown if it is a file of ours. */
export function Picture({ src = '', alt = '', linked }: PictureProps): ReactNode {
  if (isOwnFile(src)) return <img className="picture" src={src} alt={alt} loading="lazy" decoding="async" />;
  return <BlockedImage src={src} alt={alt} linked={linked} />;
}
