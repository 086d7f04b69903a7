import { plural, t } from '@parley/core';
import type { Attachment } from '@parley/core';
import { formatSize } from '../../../kit/text/format/format-size.ts';
import { withCommas } from '../../../kit/text/format/with-commas.ts';

const KINDS = { image: t`Image`, text: t`Text`, pdf: 'PDF', office: t`Document` } as const;
type Described = Pick<Attachment, 'kind' | 'size' | 'pages'> & { type?: string };

/** Describes a file in two words: 'PDF, 2 pages', 'Image, 84 KB'. */
export function describeFile({ kind, size, pages, type = '' }: Described): string {
  const name = type.endsWith('sheet') ? t`Spreadsheet` : type.endsWith('presentation') ? t`Presentation` : KINDS[kind];
  return withCommas([name, pages === undefined ? formatSize(size) : plural(pages)`${pages} page|${pages} pages`]);
}
