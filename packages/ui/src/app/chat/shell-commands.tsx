import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from '../../kit/overlays/navigate.ts';
import { SettingsDialog } from '../../features/settings/settings-dialog.tsx';
import type { Shell, ShellCommand } from '../../platform.ts';
import { useChatStore } from '../../stores/client.ts';
import { notifyEndedReplies } from '../../stores/chat/stream/notify-ended-replies.ts';

/** Runs commands from the desktop's menus and tray, and reports ended replies to the shell. */
export function ShellCommands({ shell }: { shell: Shell }) {
  const chat = useChatStore();
  const [hasSettings, setSettings] = useState(false);
  const obey = useEffectEvent((command: ShellCommand) => {
    const { newConversation, send } = chat.getState();
    switch (command.do) {
      case 'settings':
        setSettings(true);
        break;
      case 'open':
        navigate(`/c/${encodeURIComponent(command.conversationId)}`);
        break;
      case 'new-chat':
        navigate(`/c/${newConversation()}`);
        break;
      case 'ask': {
        const id = newConversation();
        navigate(`/c/${id}`);
        void send(id, command.text);
      }
    }
  });
  useEffect(() => shell.onCommand(obey), [shell]);
  useEffect(() => notifyEndedReplies(chat, shell), [chat, shell]);
  return hasSettings && <SettingsDialog onUpgrade={() => navigate('/pricing')} onClose={() => setSettings(false)} />;
}
