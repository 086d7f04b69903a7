import { t } from '@parley/core';
import { Dialog } from 'radix-ui';
import { CloseIcon } from '../icons/icons.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { DialogFrame } from './dialog-frame.tsx';

interface LightboxProps {
  src: string;
  /** Alt text; also names the dialog. */
  alt: string;
  onClose: () => void;
}

/** A picture as large as the window allows, open as long as it is mounted. Loaded lazily. */
export function Lightbox({ src, alt, onClose }: LightboxProps) {
  return (
    <DialogFrame
      placement="center"
      aria-describedby={undefined}
      onClose={onClose}
      className="relative overflow-hidden rounded-lg"
    >
      <Dialog.Title className="sr-only">{alt}</Dialog.Title>
      <img
        src={src}
        alt={alt}
        className="block max-h-[calc(100dvh-6rem)] short:max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)] min-w-40 object-contain"
      />
      <IconButton
        label={t`Close`}
        icon={CloseIcon}
        size="size-9"
        className="absolute top-2 end-2 bg-raised shadow-float"
        onClick={onClose}
      />
    </DialogFrame>
  );
}
