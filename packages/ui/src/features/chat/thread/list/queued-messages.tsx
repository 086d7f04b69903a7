import { QueuedIcon } from '../../../../kit/icons/icons.ts';
import { CollapsibleText } from '../../../../kit/text/collapsible-text.tsx';
import { Icon } from '../../../../kit/icons/icon.tsx';
import { Question } from '../../../../kit/reply/question.tsx';
import { useChat } from '../../../../stores/client.ts';
import { questionText } from '../user-message/question-text.ts';

/** Messages queued while disconnected, below the thread. */
export function QueuedMessages({ conversationId }: { conversationId: string }) {
  const questions = useChat((chat) => chat.queued[conversationId]) ?? [];
  const unqueue = useChat((chat) => chat.unqueueMessage);
  return (
    <ul aria-label="Waiting to be sent">
      {questions.map(({ clientMessageId, text, attachments }) => (
        <li key={clientMessageId} data-waiting className="px-6 pt-5 pb-1 max-md:px-4">
          <div className="mx-auto flex w-full max-w-(--column) flex-col items-end gap-1">
            <div className="max-w-[min(85%,33rem)] rounded-lg opacity-75 outline-1 outline-edge outline-dashed max-md:max-w-[88%]">
              <Question>
                <CollapsibleText text={questionText({ text, attachments })} />
              </Question>
            </div>
            <p className="flex items-center gap-1.5 text-sm text-subtle">
              <Icon icon={QueuedIcon} size="xs" />
              <span role="status">Waiting to be sent</span>
              <button
                type="button"
                onClick={() => unqueue(conversationId, clientMessageId)}
                className="min-h-6 rounded-sm px-1.5 text-accent-text underline underline-offset-2 hover:bg-hover touch:min-h-10"
              >
                Cancel
              </button>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
