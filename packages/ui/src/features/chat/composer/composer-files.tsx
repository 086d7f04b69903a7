import { t } from '@parley/core';
import { CloseIcon, EditIcon, RetryIcon } from '../../../kit/icons/icons.ts';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import type { DraftAttachment } from '../../../stores/chat/chat-state.ts';
import { useChat } from '../../../stores/client.ts';
import { describeFile } from '../attachments/describe-file.ts';
import { FILE_FRAME, FileRow } from '../attachments/file-row.tsx';
import { isPasted } from '../attachments/pasted-file.ts';

/** The files attached to the draft, each with a button that removes it. */
export function ComposerFiles({ conversationId, files }: { conversationId: string; files: DraftAttachment[] }) {
  const remove = useChat((chat) => chat.removeAttachment);
  const retry = useChat((chat) => chat.retryUpload);
  const unpack = useChat((chat) => chat.unpackText);
  return (
    <ul
      aria-label={t`Attached files`}
      className="scrollbar-quiet flex flex-wrap gap-2 px-3 pt-3 max-md:flex-nowrap max-md:overflow-x-auto max-md:overscroll-x-contain max-md:pb-1"
    >
      {files.map((file) => (
        <ComposerFile
          key={file.key}
          file={file}
          onRemove={() => remove(conversationId, file.key)}
          onRetry={() => retry(conversationId, file.key)}
          onUnpack={() => void unpack(conversationId, file.key)}
        />
      ))}
    </ul>
  );
}

interface ComposerFileProps {
  file: DraftAttachment;
  onRemove: () => void;
  onRetry: () => void;
  onUnpack: () => void;
}

function ComposerFile({ file, onRemove, onRetry, onUnpack }: ComposerFileProps) {
  const { name, kind, status, progress, error, canRetry, attachment, previewUrl } = file;
  const failed = status === 'failed';
  return (
    <li className={`${FILE_FRAME} relative shrink-0 overflow-hidden pe-2`}>
      <FileRow
        kind={kind}
        name={name}
        detail={error ?? (failed ? t`The upload failed.` : describeFile(attachment ?? file))}
        previewUrl={previewUrl}
        isProblem={failed || error !== null}
      />
      {failed && (
        <span role="alert" className="sr-only">
          {t`${name}: ${error ?? ''}`}
        </span>
      )}
      <span className="flex">
        {failed && canRetry && (
          <IconButton label={t`Retry uploading ${name}`} icon={RetryIcon} iconSize="sm" onClick={onRetry} />
        )}
        {isPasted(name) && <IconButton label={t`Put into the box`} icon={EditIcon} iconSize="sm" onClick={onUnpack} />}
        <IconButton label={t`Remove ${name}`} icon={CloseIcon} iconSize="sm" onClick={onRemove} />
      </span>
      {status === 'uploading' && (
        <span
          role="progressbar"
          aria-label={t`Uploading ${name}`}
          aria-valuenow={Math.round(progress * 100)}
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-line transition-transform rtl:origin-right"
          style={{ transform: `scaleX(${progress})` }}
        />
      )}
    </li>
  );
}
