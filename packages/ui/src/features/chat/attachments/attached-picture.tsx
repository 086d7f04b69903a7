import { t } from '@parley/core';
import type { Attachment } from '@parley/core';
import { PictureButton } from '../../../kit/reply/picture-button.tsx';
import { previewSize } from './preview-size.ts';
import { usePicture } from './use-picture.ts';

/** A picture attached to a message. It reserves its space while it loads. */
export function AttachedPicture({ picture }: { picture: Attachment }) {
  const { src, missing, onError } = usePicture(picture.url);
  if (missing !== null) {
    const { name } = picture;
    return (
      <p className="text-sm text-subtle">
        {missing === 'gone'
          ? t`The image “${name}” is no longer available.`
          : t`The image “${name}” couldn’t be loaded.`}
      </p>
    );
  }
  return (
    <PictureButton
      src={src}
      alt={t`Attached: ${picture.name}`}
      {...previewSize(picture)}
      loading="lazy"
      onError={onError}
      className="border border-hairline"
      pictureClassName="object-cover"
    />
  );
}
