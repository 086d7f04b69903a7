import type { AttachmentKind } from '@parley/core';
import { PictureIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { fileIcon } from './file-icon.ts';
import { usePicture } from './use-picture.ts';

interface FileRowProps {
  kind: AttachmentKind;
  name: string;
  /** A short description, such as type and size. */
  detail: string;
  /** Replaces the icon of a picture. */
  previewUrl?: string | null;
  isProblem?: boolean;
}

/** A file as a row: icon, name and one line of detail. The container sets its border and height. */
export function FileRow({ kind, name, detail, previewUrl, isProblem = false }: FileRowProps) {
  return (
    <>
      <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-muted">
        {previewUrl ? <Preview url={previewUrl} /> : <Icon icon={fileIcon(kind, name)} />}
      </span>
      <span className="min-w-0 text-start">
        <span data-tooltip={name} dir="auto" className="block max-w-55 truncate page-start text-ui font-medium">
          {name}
        </span>
        <span
          className={`block max-w-55 text-xs ${isProblem ? 'text-pretty wrap-anywhere text-danger' : 'truncate text-subtle'}`}
        >
          {detail}
        </span>
      </span>
    </>
  );
}

function Preview({ url }: { url: string }) {
  const { src, missing, onError } = usePicture(url);
  if (missing !== null) return <Icon icon={PictureIcon} />;
  return <img src={src} alt="" onError={onError} className="size-full object-cover" />;
}

/** Frame of a file row, 52 px high, or higher for a long problem. The container sets the padding at its end. */
export const FILE_FRAME =
  'inline-flex min-h-13 max-w-full items-center py-1 gap-3 rounded-lg bg-raised ps-2 inset-shadow-edge';
