import type { Attachment } from '@parley/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { describeFile } from './describe-file.ts';
import { FILE_FRAME, FileRow } from './file-row.tsx';

const DocumentDialog = lazyPart('document', async () => (await import('./document-dialog.tsx')).DocumentDialog);

/** A document attached to a message. Opens a dialog with its extracted text. */
export function AttachedFile({ file }: { file: Attachment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`${FILE_FRAME} pe-4 transition-colors hover:bg-hover`}
      >
        <FileRow kind={file.kind} name={file.name} detail={describeFile(file)} />
      </button>
      <Suspense>{isOpen && <DocumentDialog file={file} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
