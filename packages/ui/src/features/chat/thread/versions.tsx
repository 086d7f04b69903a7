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
  const stepVersion = useChat((chat) => chat.stepVersion);
  const { versionIds = [] } = message;
  const index = versionIds.indexOf(message.id);
  if (versionIds.length < 2 || index === -1) return null;
  const step = (by: number) => () => void stepVersion(conversationId, message.id, by);
  return (
    <div role="group" aria-label="Versions" className="flex items-center text-sm text-muted tabular-nums">
      <IconButton label="Previous version" icon={ChevronLeft} iconSize="sm" disabled={index === 0} onClick={step(-1)} />
      <span className="min-w-8 text-center">
        {index + 1} / {versionIds.length}
      </span>
      <IconButton
        label="Next version"
        icon={ChevronRight}
        iconSize="sm"
        disabled={index === versionIds.length - 1}
        onClick={step(1)}
      />
    </div>
  );
}
