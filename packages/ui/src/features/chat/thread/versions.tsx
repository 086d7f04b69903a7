import type { Message } from '@parley/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../../kit/icon-button.tsx';
import { useChat } from '../../../stores/client.ts';

interface VersionsProps {
  conversationId: string;
  message: Message;
}

/** Which of the versions of a message is shown, and the way to the others. */
export function Versions({ conversationId, message }: VersionsProps) {
  const showVersion = useChat((chat) => chat.showVersion);
  const { versionIds = [] } = message;
  const index = versionIds.indexOf(message.id);
  if (versionIds.length < 2 || index === -1) return null;
  const step = (by: number) => {
    const id = versionIds[index + by];
    return id === undefined ? undefined : () => void showVersion(conversationId, id);
  };
  const [previous, next] = [step(-1), step(1)];
  return (
    <div role="group" aria-label="Versions" className="flex items-center text-sm text-muted tabular-nums">
      <IconButton label="Previous version" icon={ChevronLeft} iconSize="sm" disabled={!previous} onClick={previous} />
      <span className="min-w-8 text-center">
        {index + 1} / {versionIds.length}
      </span>
      <IconButton label="Next version" icon={ChevronRight} iconSize="sm" disabled={!next} onClick={next} />
    </div>
  );
}
