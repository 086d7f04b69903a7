import type { Attachment } from '@parley/core';

const KINDS = { image: 'Image', text: 'Text', pdf: 'PDF' } as const;

/** Describes a file in two words: 'PDF, 2 pages', 'Image, 84 KB'. */
export function describeFile({ kind, size, pages }: Pick<Attachment, 'kind' | 'size' | 'pages'>): string {
  if (pages !== undefined) return `${KINDS[kind]}, ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return `${KINDS[kind]}, ${formatSize(size)}`;
}

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
