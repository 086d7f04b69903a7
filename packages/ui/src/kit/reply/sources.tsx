import { useEffect, useRef } from 'react';
import { readSources, type FileSource, t } from '@parley/core';

interface SourcesProps {
  id: string;
  urls: string[];
  /** In the same order; empty where unknown. */
  titles: string[] | undefined;
  files?: FileSource[];
  scrollsIntoView: boolean;
}

/** The web pages that a reply used, in the order they were found, and the project's files. Loaded lazily. */
export function Sources({ id, urls, titles, files = [], scrollsIntoView }: SourcesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!scrollsIntoView) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
  }, [scrollsIntoView]);
  const pages = readSources(urls, titles);
  return (
    <ol
      ref={list}
      id={id}
      data-sources
      aria-label={t`Sources`}
      className="mt-2 grid scroll-mb-16 max-w-(--measure) grid-cols-[minmax(0,1fr)]"
    >
      {pages.map(({ url, host, path, title }, index) => (
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
            <span dir="auto" className={`truncate font-medium ${title ? 'min-w-0' : 'max-w-full'}`}>
              {title ?? host}
            </span>
            <span dir="ltr" className={`truncate text-subtle ${title ? 'max-w-1/2 shrink-0' : 'min-w-0'}`}>
              {title ? host : path}
            </span>
          </a>
        </li>
      ))}
      {files.map(({ fileId, name, excerpt }, index) => (
        <li
          key={fileId}
          data-tooltip={excerpt}
          className="flex min-h-8 min-w-0 items-baseline gap-2.5 py-1.5 text-sm max-md:min-h-11 max-md:items-center"
        >
          <span aria-hidden="true" className="min-w-3 shrink-0 text-subtle tabular-nums">
            {pages.length + index + 1}
          </span>
          <span dir="auto" className="max-w-1/2 shrink-0 truncate font-medium">
            {name}
          </span>
          <span dir="auto" className="min-w-0 truncate text-subtle">
            {excerpt}
          </span>
        </li>
      ))}
    </ol>
  );
}
