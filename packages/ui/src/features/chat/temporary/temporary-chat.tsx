import { conversationIdAt, t } from '@parley/core';
import { useEffect, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../kit/controls/button.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { TemporaryChatIcon } from '../../../kit/icons/icons.ts';
import {
  openTemporaryChat,
  type TemporaryChat as OpenedChat,
} from '../../../stores/chat/temporary/open-temporary-chat.ts';
import { ChatContext, useChat, useClient } from '../../../stores/client.ts';
import { Conversation } from '../conversation.tsx';

interface TemporaryChatProps {
  menuRef: RefObject<HTMLButtonElement | null>;
  onMenu: () => void;
  onNewChat: () => void;
  onSignIn: () => void;
  onUpgrade: () => void;
  onClose: () => void;
}

/** A chat that is gone when it leaves the page, or its session ends. Loaded lazily. */
export function TemporaryChat({ onClose, ...ofConversation }: TemporaryChatProps) {
  const client = useClient();
  const [opened, setOpened] = useState<OpenedChat | null>(null);
  useEffect(() => {
    const next = openTemporaryChat(client);
    setOpened(next);
    // Requests still carry the token of its user then.
    const forget = client.beforeSessionEnds(next.close);
    return () => {
      forget();
      next.close();
    };
  }, [client]);
  useEffect(() => client.beforeSessionEnds(onClose), [client, onClose]);
  // It is shown in place of an empty conversation, which a project or the desktop app may begin to use.
  const place = conversationIdAt(location.pathname) ?? '';
  const isTaken = useChat(
    ({ startsIn, queued, threads }) =>
      (startsIn[place] ?? queued[place] ?? threads[place]?.messageIds[0]) !== undefined,
  );
  useEffect(() => {
    if (isTaken) onClose();
  }, [isTaken, onClose]);
  useEffect(
    () => client.platform.shell?.onCommand((command) => command.do === 'new-chat' && onClose()),
    [client, onClose],
  );
  return opened && <OpenTemporaryChat opened={opened} onClose={onClose} {...ofConversation} />;
}

function OpenTemporaryChat({ opened, onClose, ...ofConversation }: TemporaryChatProps & { opened: OpenedChat }) {
  const { chat, conversationId } = opened;
  const hasMessages = useStore(chat, ({ threads }) => (threads[conversationId]?.messageIds.length ?? 0) > 0);
  useEffect(() => {
    if (!hasMessages) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [hasMessages]);
  const label = (
    <div className="flex shrink-0 px-6 max-md:px-4 max-md:pt-2">
      <div className="mx-auto flex min-h-8 w-full max-w-(--column) items-center gap-2 rounded-sm border border-dashed border-line py-1 pe-1 ps-3 text-sm text-muted">
        <Icon icon={TemporaryChatIcon} size="sm" />
        <p className="min-w-0 flex-1">{t`Nothing of this is kept.`}</p>
        <Button variant="secondary" size="sm" onClick={onClose}>{t`Close`}</Button>
      </div>
    </div>
  );
  return (
    <ChatContext value={chat}>
      <Conversation conversationId={conversationId} temporary={{ label, empty: <Explanation /> }} {...ofConversation} />
    </ChatContext>
  );
}

function Explanation() {
  return (
    <section className="scrollbar-quiet flex min-h-0 flex-1 flex-col overflow-y-auto px-6 pb-8 max-md:px-4 max-md:pb-6">
      <div className="mx-auto mt-auto w-full max-w-(--column)">
        <h2 className="mb-3 text-[1.5rem]/8 font-strong tracking-title md:text-2xl">{t`Temporary chat`}</h2>
        <ul className="grid list-disc gap-1.5 ps-5 text-body text-muted">
          <li>{t`It’s gone when you close it, open another chat or reload the page.`}</li>
          <li>{t`It isn’t in your list, your search or your export.`}</li>
          <li>{t`It doesn’t use your memories or add any. Your instructions apply.`}</li>
          <li>{t`Files that you attach are deleted with it. Messages count as usual, and images can’t be drawn.`}</li>
        </ul>
      </div>
    </section>
  );
}
