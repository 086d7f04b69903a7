import { t } from '@parley/core';
import type { ReactNode, RefObject } from 'react';
import { CopyButton } from '../copy-button.tsx';
import { copyRichText } from '../../../text/copy-rich-text.ts';
import { plainHtml } from '../../../text/plain-html.ts';
import { saveFile } from '../../../text/save-file.ts';
import { tableCsv, tableText } from './table-text.ts';
import { usePinnedHead } from './use-pinned-head.ts';
import './table-bar.css';

interface TableBarProps {
  /** The element around the table. */
  place: RefObject<HTMLElement | null>;
  /** Whether the table scrolls sideways. */
  scrolls: boolean;
}

/** The bar above a table, which copies it for a spreadsheet or saves it as CSV. Above a long one, it stays in view. */
export function TableBar({ place, scrolls }: TableBarProps): ReactNode {
  usePinnedHead(place, scrolls);
  const copy = () => {
    const html = place.current
      ? `<table>${plainHtml(place.current.querySelector('table') ?? place.current)}</table>`
      : '';
    return copyRichText(html, tableText(place.current));
  };
  const save = () => saveFile(new Blob([tableCsv(place.current)], { type: 'text/csv' }), 'table.csv');
  return (
    <>
      <button type="button" className="code__button" aria-label={t`Save table as CSV`} onClick={save}>
        {t`Save`}
      </button>
      <CopyButton label={t`Copy table`} copiedLabel={t`Copied table`} copy={copy} />
    </>
  );
}
