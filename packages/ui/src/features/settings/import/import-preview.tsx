import { t, plural } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useFocusOnMore } from '../../../kit/hooks/use-focus-on-more.ts';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { STICKY_FOOT } from '../sticky-foot.ts';
import { describePreview, format } from './import-words.ts';
import type { ExportPreview } from './read-export.ts';

const AT_ONCE = 100;

interface ImportPreviewProps {
  preview: ExportPreview;
  today: Date;
  onImport: (keys: string[]) => void;
  onCancel: () => void;
}

/** What an export contains, to tick what is imported. */
export function ImportPreview({ preview, today, onImport, onCancel }: ImportPreviewProps) {
  const { conversations } = preview;
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(AT_ONCE);
  const { list, onMore } = useFocusOnMore(shown);
  const ticked = conversations.length - unticked.size;
  const tick = (key: string, isTicked: boolean) => {
    const next = new Set(unticked);
    if (isTicked) next.delete(key);
    else next.add(key);
    setUnticked(next);
  };
  return (
    <>
      <p role="status" className="mt-4 font-medium">
        {describePreview(preview, today)}
      </p>
      {conversations.length > 0 && (
        <>
          <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-5 text-sm text-muted">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={unticked.size === 0}
              ref={(box) => {
                if (box) box.indeterminate = unticked.size > 0 && ticked > 0;
              }}
              onChange={({ target }) => setUnticked(new Set(target.checked ? [] : conversations.map(({ key }) => key)))}
            />
            {t`Select all`}
          </label>
          <ul ref={list} className="border-y border-hairline **:scroll-mb-20">
            {conversations.slice(0, shown).map(({ key, title, updatedAt }) => (
              <li key={key} className="border-hairline not-first:border-t">
                <label className="grid min-h-14 cursor-pointer grid-cols-[auto_1fr] content-center items-center gap-x-5 py-2">
                  <input
                    type="checkbox"
                    className="row-span-2 size-4 accent-accent"
                    checked={!unticked.has(key)}
                    onChange={({ target }) => tick(key, target.checked)}
                  />
                  <span dir="auto" className="truncate page-start">
                    {title}
                  </span>
                  <span className="text-sm text-muted">{formatDate(updatedAt, { today })}</span>
                </label>
              </li>
            ))}
          </ul>
          {shown < conversations.length && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-3 max-md:min-h-11"
              onClick={({ currentTarget }) => {
                onMore(currentTarget);
                setShown(shown + AT_ONCE);
              }}
            >{t`Show more`}</Button>
          )}
        </>
      )}
      <div className={`mt-4 ${STICKY_FOOT}`}>
        <Button variant="secondary" className="max-md:min-h-11" onClick={onCancel}>{t`Cancel`}</Button>
        {conversations.length > 0 && (
          <Button
            className="max-md:min-h-11"
            disabled={ticked === 0}
            onClick={() => onImport(conversations.map(({ key }) => key).filter((key) => !unticked.has(key)))}
          >
            {plural(ticked)`Import ${format(ticked)} conversation|Import ${format(ticked)} conversations`}
          </Button>
        )}
      </div>
    </>
  );
}
