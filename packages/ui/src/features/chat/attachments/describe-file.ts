import type { Attachment } from '@parley/core';

const KINDS = { image: 'Image', text: 'Text', pdf: 'PDF', office: 'Document' } as const;
type Described = Pick<Attachment, 'kind' | 'size' | 'pages'> & { type?: string };

/** Describes a file in two words: 'PDF, 2 pages', 'Image, 84 KB'. */
export function describeFile({ kind, size, pages, type = '' }: Described): string {
  const name = type.endsWith('sheet') ? 'Spreadsheet' : type.endsWith('presentation') ? 'Presentation' : KINDS[kind];
  if (pages !== undefined) return `${name}, ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return `${name}, ${formatSize(size)}`;
}

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
