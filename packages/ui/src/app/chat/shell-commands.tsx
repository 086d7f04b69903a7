import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from '../../kit/overlays/navigate.ts';
import { SettingsDialog } from '../../features/settings/settings-dialog.tsx';
import type { Shell, ShellCommand } from '../../platform.ts';
import { useChatStore } from '../../stores/client.ts';
import { notifyEndedReplies } from '../../stores/chat/stream/notify-ended-replies.ts';

/** Runs the desktop's commands, sends the questions of quick ask, and reports ended replies to the shell. */
export function ShellCommands({ shell }: { shell: Shell }) {
  const chat = useChatStore();
  const [hasSettings, setSettings] = useState(false);
  const obey = useEffectEvent((command: ShellCommand) => {
    switch (command.do) {
      case 'settings':
        setSettings(true);
        break;
      case 'open':
        navigate(`/c/${encodeURIComponent(command.conversationId)}`);
        break;
      case 'new-chat':
        navigate(`/c/${chat.getState().newConversation()}`);
    }
  });
  useEffect(() => shell.onCommand(obey), [shell]);
  useEffect(
    () =>
      shell.onQuestion((text) => {
        const { newConversation, send } = chat.getState();
        const id = newConversation();
        navigate(`/c/${id}`);
        void send(id, text);
      }),
    [chat, shell],
  );
  useEffect(() => notifyEndedReplies(chat, shell), [chat, shell]);
  return hasSettings && <SettingsDialog onUpgrade={() => navigate('/pricing')} onClose={() => setSettings(false)} />;
}
