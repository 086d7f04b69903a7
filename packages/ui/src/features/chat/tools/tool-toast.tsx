import { DoneIcon, ProblemIcon } from '../../../kit/icons/icons.ts';
import { Pulse } from '../../../kit/text/caret.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { Toast } from '../../../kit/overlays/toast.tsx';
import { useChat } from '../../../stores/client.ts';
import { toastTool } from './toast-tool.ts';
import { toolName, toolState } from './tool-words.ts';
import { useLastReply } from './use-last-reply.ts';
import { useTools } from './use-tools.ts';

/** Shows which tool this conversation's reply is using, at any scroll position. */
export function ToolToast({ conversationId }: { conversationId: string }) {
  const key = useLastReply(conversationId);
  const calls = useChat((chat) => (key === null ? undefined : chat.messages[key]?.toolCalls));
  const call = useTools(toastTool, null, key, calls);
  if (!call) return null;
  const isRunning = call.status === 'starting';
  return (
    // The conversation's live region announces it already.
    <Toast role="presentation">
      {isRunning ? (
        <Pulse className="mx-[7px]" />
      ) : (
        <Icon icon={call.status === 'error' ? ProblemIcon : DoneIcon} size="sm" />
      )}
      <b className="font-medium">{toolName(call)}</b>
      <span className="ms-auto ps-4 text-muted">{toolState(call)}</span>
    </Toast>
  );
}
