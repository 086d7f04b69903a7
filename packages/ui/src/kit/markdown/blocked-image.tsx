import type { ReactNode } from 'react';

interface BlockedImageProps {
  src: string;
  alt: string;
  /** False inside a link, which cannot hold another. */
  linked: boolean;
}

/** Stands where a reply put a picture: loading it would tell a stranger's server who reads what. */
export function BlockedImage({ src, alt, linked }: BlockedImageProps): ReactNode {
  const open = linked && /^https?:/i.test(src);
  return (
    <span className="blocked-image">
      Image blocked{alt && `: ${alt}`}
      {open && (
        <>
          {' '}
          <a href={src} target="_blank" rel="noopener noreferrer nofollow">
            Open image
          </a>
        </>
      )}
    </span>
  );
}
