import { t } from '@parley/core';
import { CloseIcon, PictureIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { editsLastImage, lastImage } from '../../../stores/chat/send/last-image.ts';
import { useChat } from '../../../stores/client.ts';

/** Says that the next message in Image mode will edit the last picture. */
export function PictureChip({ conversationId }: { conversationId: string }) {
  const changes = useChat((chat) => editsLastImage(chat, conversationId) && lastImage(chat, conversationId) !== null);
  const setDrawsAnew = useChat((chat) => chat.setStartsNewImage);
  if (!changes) return null;
  return (
    <div className="flex px-3 pt-3">
      <span className="inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-accent-soft pe-0.5 ps-2.5 text-sm text-accent-text">
        <Icon icon={PictureIcon} size="sm" />
        {t`Editing the last image`}
        <IconButton
          label={t`Create a new image instead`}
          icon={CloseIcon}
          iconSize="sm"
          size="size-7"
          className="text-accent-text"
          onClick={() => setDrawsAnew(conversationId, true)}
        />
      </span>
    </div>
  );
}
