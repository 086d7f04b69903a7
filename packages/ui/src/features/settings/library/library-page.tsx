import { t } from '@parley/core';
import type { LibraryFile, LibraryQuery } from '@parley/core';
import { useState } from 'react';
import { AppLink } from '../../../kit/controls/app-link.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { SegmentedControl } from '../../../kit/controls/segmented-control.tsx';
import { useFocusOnMore } from '../../../kit/hooks/use-focus-on-more.ts';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { FileIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { formatSize } from '../../../kit/text/format/format-size.ts';
import { withCommas } from '../../../kit/text/format/with-commas.ts';
import { useClient } from '../../../stores/client.ts';
import { useLibrary } from './use-library.ts';

const KINDS = [
  { value: 'pictures', label: t`Pictures` },
  { value: 'documents', label: t`Files` },
] as const;
const NOTHING = {
  pictures: t`No pictures yet. Those that you attach and those that are drawn for you appear here.`,
  documents: t`No files yet. Those that you attach appear here.`,
};

/** The pictures and files in the user's conversations, each a link to its conversation. Loaded lazily. */
export function LibraryPage({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<LibraryQuery['kind']>('pictures');
  const { files, nextBefore, isLoading, problem, readMore } = useLibrary(kind);
  const { list, onMore } = useFocusOnMore(files?.length ?? 0);
  return (
    <div className="mt-4">
      <SegmentedControl label={t`Show`} options={KINDS} value={kind} onChange={setKind} />
      {files === null && problem === null && (
        <div role="status" aria-label={t`Loading your library`} className="min-h-32">
          <Skeleton lines={4} className="mt-6" />
        </div>
      )}
      {files?.length === 0 && <p className="mt-6 text-muted">{NOTHING[kind]}</p>}
      {files !== null && files.length > 0 && kind === 'pictures' && (
        <ul ref={list} className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
          {files.map((file) => (
            <li key={file.id}>
              <PictureLink file={file} onOpen={onClose} />
            </li>
          ))}
        </ul>
      )}
      {files !== null && files.length > 0 && kind === 'documents' && (
        <ul ref={list} className="mt-3 border-y border-hairline">
          {files.map((file) => (
            <li key={file.id} className="border-hairline not-first:border-t">
              <FileLink file={file} onOpen={onClose} />
            </li>
          ))}
        </ul>
      )}
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      {(problem !== null || nextBefore !== null) && (
        <div className="mt-4 flex justify-center">
          <Button
            variant="secondary"
            size="sm"
            disabled={isLoading}
            onClick={({ currentTarget }) => {
              onMore(currentTarget);
              readMore();
            }}
          >
            {problem === null ? t`Show more` : t`Try again`}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FileProps {
  file: LibraryFile;
  /** Called when its conversation is opened. */
  onOpen: () => void;
}

function PictureLink({ file: { name, url, conversationId, createdAt }, onOpen }: FileProps) {
  const { apiUrl } = useClient().platform;
  const today = useToday();
  return (
    <AppLink
      to={`/c/${conversationId}`}
      onClick={onOpen}
      title={name}
      className="block aspect-square overflow-hidden rounded-sm bg-sunken inset-shadow-edge"
    >
      <img
        src={apiUrl + url}
        alt={withCommas([name, formatDate(createdAt, { today })])}
        loading="lazy"
        decoding="async"
        className="size-full object-cover text-xs text-muted"
      />
    </AppLink>
  );
}

function FileLink({ file: { name, size, conversationId, createdAt }, onOpen }: FileProps) {
  const today = useToday();
  return (
    <AppLink
      to={`/c/${conversationId}`}
      onClick={onOpen}
      className="flex min-h-14 items-center gap-3 py-2 hover:underline"
    >
      <Icon icon={FileIcon} size="sm" className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate page-start">
          {name}
        </span>
        <span className="block text-sm text-muted">
          {withCommas([formatSize(size), formatDate(createdAt, { today })])}
        </span>
      </span>
    </AppLink>
  );
}
