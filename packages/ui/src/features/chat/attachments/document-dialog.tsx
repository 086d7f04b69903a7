import { t } from '@parley/core';
import type { Attachment } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { DownloadIcon } from '../../../kit/icons/icons.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { CollapsibleText } from '../../../kit/text/collapsible-text.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { saveFile } from '../../../kit/text/save-file.ts';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { useClient } from '../../../stores/client.ts';
import { describeFile } from './describe-file.ts';

type Reading = { status: 'loading' | 'failed' } | { status: 'ready'; text: string; isCut: boolean };

interface DocumentDialogProps {
  file: Attachment;
  onClose: () => void;
}

/** Dialog with a document's extracted text and a button that downloads the document. Loaded lazily. */
export function DocumentDialog({ file, onClose }: DocumentDialogProps) {
  const { reading, read } = useReading(file.id);
  return (
    <Dialog title={file.name} size="wide" onClose={onClose}>
      <div className="mt-1 flex items-center justify-between gap-4">
        <p className="text-sm text-subtle">{describeFile(file)}</p>
        <DownloadButton file={file} />
      </div>
      <div className="mt-4 min-h-40">
        {reading.status === 'loading' && (
          <div role="status" aria-label={t`Loading the text`}>
            <Skeleton lines={6} />
          </div>
        )}
        {reading.status === 'failed' && (
          <div role="alert" className="grid justify-items-start gap-4">
            <p className="text-muted">{t`We couldn’t load this document’s text.`}</p>
            <Button variant="secondary" size="sm" onClick={read}>{t`Try again`}</Button>
          </div>
        )}
        {reading.status === 'ready' && (
          <ReadText text={reading.text} isCut={reading.isCut} isScanned={file.isScanned} />
        )}
      </div>
    </Dialog>
  );
}

function ReadText({
  text,
  isCut,
  isScanned = false,
}: {
  text: string;
  isCut: boolean;
  isScanned?: boolean | undefined;
}) {
  if (text.trim() === '') {
    const why = isScanned
      ? t`The pages of this PDF are pictures, so it has no text to show.`
      : t`We couldn’t read any text in this document.`;
    return <p className="text-muted">{why}</p>;
  }
  return (
    <>
      <CollapsibleText text={text} />
      {isCut && <p className="mt-3 text-sm text-subtle">{t`We could only read the beginning of this document.`}</p>}
    </>
  );
}

function DownloadButton({ file }: { file: Attachment }) {
  const { api } = useClient();
  const [failed, setFailed] = useState(false);
  const download = () => {
    setFailed(false);
    api.file(file.url).then(
      (bytes) => saveFile(bytes, file.name),
      () => setFailed(true),
    );
  };
  return (
    <span className="flex items-center gap-3">
      {failed && <span role="alert" className="text-sm text-danger">{t`The download failed. Please try again.`}</span>}
      <Button variant="secondary" size="sm" onClick={download}>
        <Icon icon={DownloadIcon} size="sm" />
        {t`Download`}
      </Button>
    </span>
  );
}

function useReading(fileId: string) {
  const { api } = useClient();
  const [reading, setReading] = useState<Reading>({ status: 'loading' });
  const read = useCallback(() => {
    let isWanted = true;
    const show = (next: Reading) => isWanted && setReading(next);
    show({ status: 'loading' });
    api.documentText(fileId).then(
      ({ text, isCut }) => show({ status: 'ready', text, isCut }),
      () => show({ status: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [api, fileId]);
  useEffect(read, [read]);
  return { reading, read };
}
