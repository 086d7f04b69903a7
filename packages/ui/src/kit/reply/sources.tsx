import { useEffect, useRef } from 'react';
import { readSources } from '@parley/core';

interface SourcesProps {
  id: string;
  urls: string[];
  scrollsIntoView: boolean;
}

/** The web pages that a reply used, in the order they were found. Loaded lazily. */
export function Sources({ id, urls, scrollsIntoView }: SourcesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!scrollsIntoView) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
  }, [scrollsIntoView]);
  return (
    <ol
      ref={list}
      id={id}
      aria-label="Sources"
      className="mt-2 grid scroll-mb-16 max-w-(--measure) grid-cols-[minmax(0,1fr)]"
    >
      {readSources(urls).map(({ url, host, path }, index) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer noopener"
            data-tooltip={url}
            className="-mx-2 flex min-h-8 min-w-0 items-baseline max-md:min-h-11 max-md:items-center gap-2.5 rounded-sm px-2 py-1.5 text-sm transition-colors hover:bg-hover"
          >
            <span aria-hidden="true" className="min-w-3 shrink-0 text-subtle tabular-nums">
              {index + 1}
            </span>
            <span className="max-w-full truncate font-medium sm:shrink-0">{host}</span>
            <span className="min-w-0 truncate text-subtle">{path}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
