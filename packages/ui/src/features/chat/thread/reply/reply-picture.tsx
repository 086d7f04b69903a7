import { t } from '@parley/core';
import type { Message } from '@parley/core';
import { useState } from 'react';
import { DownloadIcon } from '../../../../kit/icons/icons.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Icon } from '../../../../kit/icons/icon.tsx';
import { saveFile } from '../../../../kit/text/save-file.ts';
import { useClient } from '../../../../stores/client.ts';
import { PictureButton } from '../../../../kit/reply/picture-button.tsx';
import { usePicture } from '../../attachments/use-picture.ts';

/** Side of the placeholder in pixels, until the picture's size is known. */
const SIDE = 300;

/** A generated picture with buttons to open and save it. Loaded lazily. */
export function ReplyPicture({ url, prompt }: { url: string; prompt: Message['imagePrompt'] }) {
  const { api } = useClient();
  const { src, href, missing, onError } = usePicture(url);
  const [saveFailed, setSaveFailed] = useState(false);
  const save = () => {
    setSaveFailed(false);
    api.file(url).then(
      (bytes) => saveFile(bytes, pictureName()),
      () => setSaveFailed(true),
    );
  };
  if (missing !== null) {
    return (
      <p role="alert" className="text-body text-muted">
        {missing === 'gone' ? t`This image is no longer available.` : t`This image couldn’t be loaded.`}
      </p>
    );
  }
  return (
    <figure className="max-w-75 not-first:mt-4">
      <PictureButton
        src={src}
        alt={prompt || t`Generated image`}
        width={SIDE}
        height={SIDE}
        onError={onError}
        pictureClassName="w-75"
      />
      <figcaption className="mt-2 -ms-2 flex items-center gap-1">
        <Button variant="quiet" size="sm" className="gap-1.5 px-2" onClick={save}>
          <Icon icon={DownloadIcon} size="sm" />
          {t`Save image`}
        </Button>
        <a
          href={href}
          download={pictureName()}
          onClick={(event) => {
            if (!isExpired(href)) return;
            event.preventDefault();
            save();
          }}
          target="_blank"
          rel="noreferrer"
          className="inline-flex h-8 items-center rounded-sm px-2 text-sm font-medium text-muted transition-colors hover:bg-hover hover:text-ink"
        >{t`Download image`}</a>
      </figcaption>
      {saveFailed && (
        <p role="alert" className="mt-1 text-sm text-danger">{t`The image couldn’t be saved. Please try again.`}</p>
      )}
    </figure>
  );
}

/** Whether the server’s signature of this address is no longer valid, as in a page that was open for a day. */
function isExpired(address: string): boolean {
  const until = /[?&]until=(\d+)/.exec(address)?.[1];
  return until !== undefined && Number(until) * 1000 <= Date.now();
}

function pictureName(): string {
  return `generated-image-${Date.now()}.png`;
}
