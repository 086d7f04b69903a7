import { t } from '@parley/core';
import { useEffect, useState } from 'react';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { CloseIcon } from '../../kit/icons/icons.ts';
import { navigate } from '../../kit/overlays/navigate.ts';
import { Toast } from '../../kit/overlays/toast.tsx';
import { useChatStore, useClient } from '../../stores/client.ts';
import { chooseNotifications, notifyHiddenReplies } from '../../stores/chat/stream/notify-hidden-replies.ts';

/**
 * Notifies the user of replies that end while the page is hidden, and opens the conversation when a notification is
 * clicked. The first time that a reply took long, offers to turn notifications on.
 */
export function ReplyNotifications() {
  const chat = useChatStore();
  const { storage } = useClient().platform;
  const [isOffering, setOffering] = useState(false);
  useEffect(() => notifyHiddenReplies(chat, storage, () => setOffering(true)), [chat, storage]);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    worker.addEventListener('message', openClicked);
    return () => worker.removeEventListener('message', openClicked);
  }, []);
  if (!isOffering) return null;
  const choose = (choice: 'on' | 'off') => {
    setOffering(false);
    void chooseNotifications(storage, choice);
  };
  return (
    <Toast className="pe-1.5!">
      <span className="truncate ps-1">{t`Get notified of replies?`}</span>
      <button
        type="button"
        onClick={() => choose('on')}
        className="-my-2 ms-auto rounded-xs py-2 ps-2 font-medium text-accent-text hover:underline hover:underline-offset-3"
      >{t`Turn on`}</button>
      <IconButton label={t`Not now`} icon={CloseIcon} iconSize="sm" size="size-8" onClick={() => choose('off')} />
    </Toast>
  );
}

/** Opens the conversation that the service worker names after a click on a notification. */
function openClicked({ data }: MessageEvent<{ openConversation?: string } | null>): void {
  if (data?.openConversation !== undefined) navigate(`/c/${encodeURIComponent(data.openConversation)}`);
}
